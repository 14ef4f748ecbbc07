import type { UserRecord } from '../../core/state/users/record.ts'

/**
 * Formats a time, in Unix seconds, in the reader's language, time zone (UTC by default) and 12 or 24 hours.
 * The result names the time zone.
 */
export function timeFor(reader: Pick<UserRecord, 'settings' | 'timezone'>, at: number): string {
  const { default_language: language, twenty_four_hour_time: byTwentyFour } = reader.settings
  const format = new Intl.DateTimeFormat([language, 'en'], {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: reader.timezone || 'UTC',
    ...(byTwentyFour ? { hourCycle: 'h23' } : { hour12: true }),
  })
  return `${format.format(at * 1000)} (${reader.timezone || 'UTC'})`
}
