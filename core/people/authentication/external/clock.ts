import type { TestResult } from './kind.ts'

/** Seconds by which an answer's time may differ. The header Date has whole seconds. */
const TOLERANCE_SECONDS = 30

/**
 * What a test says when the clock of an answer differs from this machine's; undefined when it does not, or
 * the answer has none. `date`: its header Date, or Unix milliseconds.
 */
export function differingClock(date: string | number | null | undefined): TestResult | undefined {
  const clock = typeof date === 'string' ? Date.parse(date) : (date ?? Number.NaN)
  const seconds = Number.isNaN(clock) ? 0 : Math.round(Math.abs(clock - Date.now()) / 1000)
  if (seconds <= TOLERANCE_SECONDS) return undefined
  return {
    isGood: false,
    found: `its clock differs from this machine's by ${seconds} s`,
    advice: 'synchronize the clock of this machine (timedatectl set-ntp true), or the one of the provider',
  }
}
