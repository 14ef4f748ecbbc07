import type { UserRecord } from '../../core/state/users/record.ts'

type Reader = Pick<UserRecord, 'settings' | 'timezone'>

/** A time in a mail. The template decides its language, so that a sentence has one. */
export class MailTime {
  readonly #reader: Reader
  readonly #at: number

  /** `at` in Unix seconds. */
  constructor(reader: Reader, at: number) {
    this.#reader = reader
    this.#at = at
  }

  /**
   * Formats the time in a language and in the reader's time zone (UTC by default), with 12 or 24 hours. The
   * result names the time zone.
   */
  in(language: string): string {
    const { settings, timezone } = this.#reader
    const timeZone = timezone || 'UTC'
    const format = new Intl.DateTimeFormat([language, 'en'], {
      dateStyle: 'long',
      timeStyle: 'short',
      timeZone,
      ...(settings.twenty_four_hour_time ? { hourCycle: 'h23' } : { hour12: true }),
    })
    return `${format.format(this.#at * 1000)} (${timeZone})`
  }
}
