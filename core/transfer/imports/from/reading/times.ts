import type { Report } from './report.ts'

/** The last second of the year 9999. */
export const LATEST_SECONDS = 253_402_300_799

/**
 * Returns Unix seconds as the archive writes times, with microseconds. A time before 1970 or after 9999
 * becomes the nearest one that can be stored, and one that is no number 1970.
 */
export function timeText(seconds: number): string {
  const at = Math.min(Math.max(seconds || 0, 0), LATEST_SECONDS)
  const whole = Math.floor(at)
  const micros = Math.min(Math.round((at - whole) * 1_000_000), 999_999)
  const text = new Date(whole * 1000).toISOString().slice(0, 19)
  return `${text}.${String(micros).padStart(6, '0')}+00:00`
}

/** Reads times of an archive. A time that is none is a line of the report. */
export class Times {
  readonly #report: Report

  constructor(report: Report) {
    this.#report = report
  }

  /** Unix seconds; `fallback` for a value that is no time. */
  seconds(given: unknown, fallback = 0): number {
    const seconds = typeof given === 'string' && given.trim() !== '' ? Number(given) : given
    if (typeof seconds === 'number' && seconds >= 0 && seconds <= LATEST_SECONDS) return seconds
    if (given != null) this.#report.changed('times before 1970 or after 9999', String(given))
    return fallback
  }

  text(given: unknown, fallback = 0): string {
    return timeText(this.seconds(given, fallback))
  }
}
