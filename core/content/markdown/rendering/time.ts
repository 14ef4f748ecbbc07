/**
 * Parses a time as people write it: Unix seconds, ISO 8601, `Jun 5th 2017, 10:30PM`, `6/5/2017` (month first
 * when possible). Assumes UTC when no zone is given. Takes missing parts of the date from `today`. Returns
 * undefined when the text is not a time.
 */
export function parseTime(written: string, today = new Date()): Date | undefined {
  const text = written.trim()
  if (/^-?\d{1,12}(?:\.\d{0,6})?$/.test(text) && !/^\d{8}$/.test(text)) return valid(Number(text) * 1000)
  const found: Parts = { numbers: [], isAfterTime: false }
  let from = 0
  while (from < text.length) {
    const groups = partAt(text, from, found)
    if (groups === undefined || !take(groups, found)) return undefined
    from += groups.whole!.length
  }
  return dateFrom(found, today)
}

interface Parts {
  /** Numbers of the date in the order written, without a month given by name. */
  numbers: { value: number; digits: number }[]
  month?: number
  time?: { hours: number; seconds: number }
  isAfternoon?: boolean
  /** East of UTC, in minutes. */
  offset?: number
  hasWeekday?: boolean
  /** Whether the last part was a time of day, with its am, pm or zone, which an offset may follow. */
  isAfterTime: boolean
}

const part = new RegExp(
  [
    String.raw`(?<time>(?<hours>\d{1,2}):(?<minutes>\d{2})(?::(?<seconds>\d{2})(?:[.,]\d{1,9})?)?)`,
    String.raw`(?<hour>\d{1,2})(?=\s*[ap]m\b)`,
    String.raw`(?<iso>\d{4})(?<isoMonth>\d{2})(?<isoDay>\d{2})(?!\d)`,
    String.raw`(?<number>\d{1,4})(?:st|nd|rd|th)?(?!\d)`,
    '(?<word>[a-z]+)',
    String.raw`(?<between>[\s,./;-]+)`,
  ].join('|'),
  'iuy',
)

/**
 * An offset from UTC: `-0500`, `UTC+5`, `- 05:00`. A number of hours before a letter or another number is a
 * day, as in `13:00 -5 June`.
 */
const offset = new RegExp(
  [
    String.raw`\s*(?:UTC|GMT)?\s*(?<sign>[+\u2212-])\s*(?<offsetHours>\d{2}):?(?<offsetMinutes>\d{2})(?![\d:]|[-/.]\d)`,
    String.raw`\s*(?:(?:UTC|GMT)\s*)?(?<shortSign>[+\u2212-])(?<shortHours>\d{1,2})(?<shortMinutes>\d{2})?(?![\d:]|[-/.]\d|\s*[a-z])`,
    String.raw`\s*(?:UTC|GMT)\s*(?<farSign>[+\u2212-])\s*(?<farHours>\d{1,2})(?![\d:]|[-/.]\d|\s*[a-z])`,
  ].join('|'),
  'iuy',
)

/** The largest offset from UTC of any place, in minutes. */
const maxOffset = 14 * 60

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const weekday = /^(?:mon|tue|tues|wed|wednes|thu|thur|thurs|fri|sat|satur|sun)(?:day)?$/
const monthName =
  /^(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)$/
const filler = new Set(['at', 'on', 'and', 'of', 't'])

/** Time zone abbreviations, in hours east of UTC. Ambiguous ones have their most common meaning. */
const zones: ReadonlyMap<string, number> = new Map(
  Object.entries({
    ...{ z: 0, utc: 0, gmt: 0, wet: 0, west: 1, bst: 1, cet: 1, cest: 2, eet: 2, eest: 3, sast: 2, msk: 3 },
    ...{ ist: 5.5, pkt: 5, wib: 7, jst: 9, kst: 9, awst: 8, acst: 9.5, acdt: 10.5, aest: 10, aedt: 11 },
    ...{ nzst: 12, nzdt: 13, hst: -10, akst: -9, akdt: -8, pst: -8, pdt: -7, mst: -7, mdt: -6 },
    ...{ cst: -6, cdt: -5, est: -5, edt: -4, ast: -4, adt: -3, nst: -3.5, ndt: -2.5, brt: -3, art: -3 },
  }),
)

type Groups = Readonly<Record<string, string | undefined>>

/** Reads the part of the text at `from` as the groups of its expression, with all of it as `whole`. */
function partAt(text: string, from: number, { isAfterTime }: Parts): Groups | undefined {
  offset.lastIndex = from
  part.lastIndex = from
  const match = (isAfterTime ? offset.exec(text) : null) ?? part.exec(text)
  return match === null ? undefined : { ...match.groups, whole: match[0] }
}

/** Adds one part of the text to `into`. Returns false when it conflicts with earlier parts. */
function take(groups: Groups, into: Parts): boolean {
  if (groups.between !== undefined) {
    into.isAfterTime &&= groups.between.trim() === ''
    return true
  }
  if (groups.word !== undefined) return takeWord(groups.word.toLowerCase(), into)
  const sign = groups.sign ?? groups.shortSign ?? groups.farSign
  if (sign !== undefined) return takeOffset(sign, groups, into)
  into.isAfterTime = false
  if (groups.number !== undefined) {
    into.numbers.push({ value: Number(groups.number), digits: groups.number.length })
    return into.numbers.length <= 3
  }
  if (groups.iso !== undefined) {
    for (const text of [groups.iso, groups.isoMonth!, groups.isoDay!]) {
      into.numbers.push({ value: Number(text), digits: text.length })
    }
    return into.numbers.length === 3
  }
  if (into.time !== undefined) return false
  const seconds = Number(groups.minutes ?? 0) * 60 + Number(groups.seconds ?? 0)
  into.time = { hours: Number(groups.hours ?? groups.hour), seconds }
  into.isAfterTime = true
  return into.time.hours < 24 && Number(groups.minutes ?? 0) < 60 && Number(groups.seconds ?? 0) < 60
}

function takeOffset(sign: string, groups: Groups, into: Parts): boolean {
  if (into.offset !== undefined) return false
  const hours = Number(groups.offsetHours ?? groups.shortHours ?? groups.farHours)
  const minutes = Number(groups.offsetMinutes ?? groups.shortMinutes ?? 0)
  into.offset = (hours * 60 + minutes) * (sign === '+' ? 1 : -1)
  into.isAfterTime = true
  return minutes < 60 && Math.abs(into.offset) <= maxOffset
}

function takeWord(word: string, into: Parts): boolean {
  const wasAfterTime = into.isAfterTime
  into.isAfterTime = false
  if (filler.has(word)) return true
  if (weekday.test(word) && into.hasWeekday !== true) {
    into.hasWeekday = true
    return true
  }
  if (monthName.test(word) && into.month === undefined) {
    into.month = months.indexOf(word.slice(0, 3)) + 1
    return true
  }
  if ((word === 'am' || word === 'pm') && into.time !== undefined && into.isAfternoon === undefined) {
    into.isAfternoon = word === 'pm'
    into.isAfterTime = true
    return into.time.hours >= 1 && into.time.hours <= 12
  }
  const hours = zones.get(word)
  if (hours === undefined || !wasAfterTime) return false
  into.offset ??= hours * 60
  into.isAfterTime = true
  return into.offset === hours * 60
}

function dateFrom(found: Parts, today: Date): Date | undefined {
  const date = dateOf(found, today)
  if (date === undefined || (found.numbers.length === 0 && found.month === undefined && !found.time)) {
    return undefined
  }
  let hours = found.time?.hours ?? 0
  if (found.isAfternoon !== undefined) hours = (hours % 12) + (found.isAfternoon ? 12 : 0)
  const midnight = new Date(0)
  midnight.setUTCFullYear(date.year, date.month - 1, date.day)
  if (midnight.getUTCMonth() !== date.month - 1 || midnight.getUTCDate() !== date.day) return undefined
  const seconds = hours * 3600 + (found.time?.seconds ?? 0) - (found.offset ?? 0) * 60
  return valid(midnight.getTime() + seconds * 1000)
}

/**
 * The year comes first when it is written first. Otherwise the month does, unless the number only fits a day.
 */
function dateOf(
  { numbers, month }: Parts,
  today: Date,
): { year: number; month: number; day: number } | undefined {
  const now = { year: today.getUTCFullYear(), month: today.getUTCMonth() + 1, day: today.getUTCDate() }
  const yearAt = numbers.findIndex(({ value, digits }) => digits > 2 || value > 31)
  const others = numbers.filter((_, index) => index !== yearAt).map(({ value }) => value)
  const written = numbers[yearAt]
  let year = written === undefined || written.digits > 2 ? written?.value : fullYear(written.value)
  if (month === undefined) {
    if (others.length === 3) year = fullYear(others.pop()!)
    const [first, second] = others
    if (numbers.length === 0) return now
    if (first === undefined || second === undefined || others.length > 2) return undefined
    const isDayFirst = first > 12 && yearAt !== 0
    return {
      year: year ?? now.year,
      month: isDayFirst ? second : first,
      day: isDayFirst ? first : second,
    }
  }
  if (others.length > 2) return undefined
  const [day, second] = others
  year ??= second === undefined ? now.year : fullYear(second)
  return { year, month, day: day ?? now.day }
}

/** The year of two digits. */
const fullYear = (year: number): number => (year < 70 ? 2000 : 1900) + year

function valid(milliseconds: number): Date | undefined {
  const date = new Date(milliseconds)
  const year = date.getUTCFullYear()
  return year >= 1 && year <= 9999 ? date : undefined
}
