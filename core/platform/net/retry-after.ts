/** The longest delay that is waited for. */
const MAX_SECONDS = 3_600

/**
 * Parses the Retry-After of an answer: a number of seconds, or a date. From one second to an hour; undefined
 * when there is none.
 */
export function secondsOfRetryAfter(header: string | undefined | null): number | undefined {
  if (header == null || header === '') return undefined
  const seconds = /^\d+$/.test(header) ? Number(header) : (Date.parse(header) - Date.now()) / 1000
  return Number.isFinite(seconds) ? Math.min(Math.max(Math.ceil(seconds), 1), MAX_SECONDS) : undefined
}
