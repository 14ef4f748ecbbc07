const IANA_NAME = /^[A-Z][A-Za-z0-9_+-]*(?:\/[A-Z][A-Za-z0-9_+-]*){0,2}$/

/**
 * Returns the IANA identifier of a time zone that is written in any case; undefined when there is none. Older
 * identifiers stay as they are when they are written in their own case, and become the newer one otherwise.
 */
export function timezoneNamed(name: string): string | undefined {
  if (name.length > 64 || !/^[a-z]/i.test(name)) return undefined
  try {
    const { timeZone } = new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions()
    const isOlder = timeZone.toLowerCase() !== name.toLowerCase()
    return isOlder && IANA_NAME.test(name) ? name : timeZone
  } catch {
    return undefined
  }
}

/** Whether this is the name of a time zone, in any case. */
export const isTimezone = (name: string): boolean => timezoneNamed(name) !== undefined
