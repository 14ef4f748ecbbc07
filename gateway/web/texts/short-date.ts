import { locale } from './texts.ts'

const formatOf = (hourCycle: 'h23' | 'h12', year?: 'numeric') =>
  new Intl.DateTimeFormat(locale, {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    year,
    hour: hourCycle === 'h23' ? '2-digit' : 'numeric',
    minute: '2-digit',
    hourCycle,
  })
const near = { 24: formatOf('h23'), 12: formatOf('h12') }
const far = { 24: formatOf('h23', 'numeric'), 12: formatOf('h12', 'numeric') }

/** Seconds of ten months, in which a day and a month mean one date. */
const NEAR = 300 * 86_400

/** A day and a time, in Unix seconds: Mon 23 Nov, 09:00. The year stands there if the date is far away. */
export function shortDateOf(seconds: number, uses24Hours: boolean): string {
  const formats = Math.abs(seconds - Date.now() / 1000) < NEAR ? near : far
  return formats[uses24Hours ? 24 : 12].format(new Date(seconds * 1000))
}
