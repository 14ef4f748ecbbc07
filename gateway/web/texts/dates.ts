import { locale, t } from './texts.ts'

/** A formatter that is made when it is first used: making one takes a millisecond. */
function format(options: Intl.DateTimeFormatOptions): Pick<Intl.DateTimeFormat, 'format' | 'formatToParts'> {
  let made: Intl.DateTimeFormat | undefined
  const formatter = () => {
    made ??= new Intl.DateTimeFormat(locale, options)
    return made
  }
  return {
    format: (date) => formatter().format(date),
    formatToParts: (date) => formatter().formatToParts(date),
  }
}

const clocks = {
  24: format({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }),
  12: format({ hour: 'numeric', minute: '2-digit', hour12: true }),
}
const date = { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' } as const
const moments = {
  24: format({ ...date, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }),
  12: format({ ...date, hour: 'numeric', minute: '2-digit', hour12: true }),
}
const zoned = {
  24: format({ dateStyle: 'full', timeStyle: 'long', hourCycle: 'h23' }),
  12: format({ dateStyle: 'full', timeStyle: 'long', hour12: true }),
}
const day = format({ weekday: 'long', day: 'numeric', month: 'long' })
const dayOfYear = format({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' })
const full = {
  24: format({ dateStyle: 'full', timeStyle: 'short', hourCycle: 'h23' }),
  12: format({ dateStyle: 'full', timeStyle: 'short', hour12: true }),
}
const dateOnly = format({ dateStyle: 'long' })
const medium = format({ dateStyle: 'medium' })
const short = format({ day: 'numeric', month: 'short' })

const dateOf = (seconds: number): Date => new Date(seconds * 1000)

/** Days since 1970 in the reader's zone. */
export function dayNumber(seconds: number): number {
  const date = dateOf(seconds)
  return Math.floor((date.getTime() - date.getTimezoneOffset() * 60_000) / 86_400_000)
}

export const timeOf = (seconds: number, uses24Hours: boolean): string =>
  clocks[uses24Hours ? 24 : 12].format(dateOf(seconds))

/** The current time in another zone; empty for a zone that the browser does not know. */
export function timeInZone(timeZone: string, uses24Hours: boolean): string {
  try {
    const hours = uses24Hours ? { hourCycle: 'h23' as const } : { hour12: true }
    return format({ hour: 'numeric', minute: '2-digit', timeZone, ...hours }).format(new Date())
  } catch {
    return ''
  }
}

/** A time from a message, in the reader's zone, with its day. */
export const momentOf = (seconds: number, uses24Hours: boolean): string =>
  moments[uses24Hours ? 24 : 12].format(dateOf(seconds))

/** The time without am and pm, for narrow columns. */
export const hourOf = (seconds: number, uses24Hours: boolean): string =>
  clocks[uses24Hours ? 24 : 12]
    .formatToParts(dateOf(seconds))
    .filter(({ type }) => type === 'hour' || type === 'minute')
    .map(({ value }) => value)
    .join(':')

export function dayOf(seconds: number): string {
  const ago = dayNumber(Date.now() / 1000) - dayNumber(seconds)
  if (ago === 0) return t.today
  if (ago === 1) return t.yesterday
  const isThisYear = dateOf(seconds).getFullYear() === new Date().getFullYear()
  return (isThisYear ? day : dayOfYear).format(dateOf(seconds))
}

/** A day with its month and year, short. */
export const dayMonthYearOf = (seconds: number): string => medium.format(dateOf(seconds))

/** A day with its month and year. */
export const dateOnlyOf = (seconds: number): string => dateOnly.format(dateOf(seconds))

export const fullDateOf = (seconds: number, uses24Hours: boolean): string =>
  full[uses24Hours ? 24 : 12].format(dateOf(seconds))

/** A time with its zone. */
export const zonedDateOf = (seconds: number, uses24Hours: boolean): string =>
  zoned[uses24Hours ? 24 : 12].format(dateOf(seconds))

/** The time for today, else the day. */
export const briefly = (seconds: number, uses24Hours: boolean): string =>
  dayNumber(seconds) === dayNumber(Date.now() / 1000)
    ? timeOf(seconds, uses24Hours)
    : short.format(dateOf(seconds))
