import type { Unit } from './declared-plots.ts'

const isGerman = typeof document !== 'undefined' && document.documentElement.lang === 'de'
const plain = new Intl.NumberFormat(isGerman ? 'de-DE' : 'en-US', { maximumSignificantDigits: 3 })

/** A value in the largest unit that leaves a number of at least 1: `12 ms`, `3.4 MiB`, `5.6 %`. */
export function format(value: number | null | undefined, unit: Unit): string {
  if (value === null || value === undefined) return '–'
  switch (unit) {
    case 'rate':
      return `${plain.format(value)}/s`
    case 'share':
      return `${plain.format(value * 100)} %`
    case 'seconds':
      return duration(value)
    case 'bytes':
      return bytes(value)
    default:
      return plain.format(value)
  }
}

function duration(seconds: number): string {
  if (seconds === 0) return '0 s'
  if (seconds < 0.001) return `${plain.format(seconds * 1e6)} µs`
  if (seconds < 1) return `${plain.format(seconds * 1000)} ms`
  if (seconds < 120) return `${plain.format(seconds)} s`
  return seconds < 7200 ? `${plain.format(seconds / 60)} min` : `${plain.format(seconds / 3600)} h`
}

function bytes(value: number): string {
  const units = ['B', 'KiB', 'MiB', 'GiB', 'TiB']
  let index = 0
  let left = value
  while (left >= 1024 && index < units.length - 1) {
    left /= 1024
    index++
  }
  return `${plain.format(left)} ${units[index]}`
}
