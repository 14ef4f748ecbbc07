import type { UserRecord } from '../../core/state/users/record.ts'
import { type Localized, tagsOf } from './localized.ts'

type Reader = Pick<UserRecord, 'timezone'> & {
  readonly settings: Pick<UserRecord['settings'], 'twenty_four_hour_time'>
}

/** A time in a mail. The template decides its language, so that a sentence has one. */
export class MailTime implements Localized {
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
    const format = new Intl.DateTimeFormat(tagsOf(language), {
      dateStyle: 'long',
      timeStyle: 'short',
      timeZone,
      ...(settings.twenty_four_hour_time ? { hourCycle: 'h23' } : { hour12: true }),
    })
    return `${format.format(this.#at * 1000)} (${timeZone})`
  }
}

/** A day in a mail, which the template says in its language. */
export class MailDay implements Localized {
  readonly #day: string

  /** `day`: as in `2026-10-12`. */
  constructor(day: string) {
    this.#day = day
  }

  in(language: string): string {
    const format = new Intl.DateTimeFormat(tagsOf(language), { dateStyle: 'long', timeZone: 'UTC' })
    return format.format(new Date(`${this.#day}T00:00:00Z`))
  }
}
