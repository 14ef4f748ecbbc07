/**
 * Parses a time as people write it: Unix seconds, ISO 8601, `Jun 5th 2017, 10:30PM`, `6/5/2017` (month first
 * when possible). Assumes UTC when no zone is given. Takes missing parts of the date from `today`. Returns
 * undefined when the text is not a time.
 */
export function parseTime(written: string, today = new Date()): Date | undefined {
  const text = written.trim()
  if (/^-?\d{1,12}(?:\.\d{0,6})?$/.test(text) && !/^\d{8}$/.test(text)) return valid(Number(text) * 1000)
  const found: Parts = { numbers: [] }
  let from = 0
  while (from < text.length) {
    part.lastIndex = from
    const groups = part.exec(text)?.groups
    if (groups === undefined || !take(groups, found)) return undefined
    from = part.lastIndex
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
}

const part = new RegExp(
  [
    String.raw`(?<time>(?<hours>\d{1,2}):(?<minutes>\d{2})(?::(?<seconds>\d{2})(?:[.,]\d{1,9})?)?)`,
    String.raw`(?<=(?::\d\d(?:[.,]\d{1,9})?|[ap]m)\s*)(?<offset>(?:UTC|GMT)?(?<sign>[+-])(?<offsetHours>\d{2}):?(?<offsetMinutes>\d{2})?(?!\d|-))`,
    String.raw`(?<hour>\d{1,2})(?=\s*[ap]m\b)`,
    String.raw`(?<iso>\d{4})(?<isoMonth>\d{2})(?<isoDay>\d{2})(?!\d)`,
    String.raw`(?<number>\d{1,4})(?:st|nd|rd|th)?(?!\d)`,
    '(?<word>[a-z]+)',
    String.raw`(?<between>[\s,./;-]+)`,
  ].join('|'),
  'iuy',
)

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

/** Adds one part of the text to `into`. Returns false when it conflicts with earlier parts. */
function take(groups: Groups, into: Parts): boolean {
  if (groups.between !== undefined) return true
  if (groups.word !== undefined) return takeWord(groups.word.toLowerCase(), into)
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
  if (groups.offset !== undefined) {
    if (into.offset !== undefined) return false
    const minutes = Number(groups.offsetHours) * 60 + Number(groups.offsetMinutes ?? 0)
    into.offset = groups.sign === '-' ? -minutes : minutes
    return minutes < 24 * 60
  }
  if (into.time !== undefined) return false
  const seconds = Number(groups.minutes ?? 0) * 60 + Number(groups.seconds ?? 0)
  into.time = { hours: Number(groups.hours ?? groups.hour), seconds }
  return into.time.hours < 24 && Number(groups.minutes ?? 0) < 60 && Number(groups.seconds ?? 0) < 60
}

function takeWord(word: string, into: Parts): boolean {
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
    return into.time.hours >= 1 && into.time.hours <= 12
  }
  const hours = zones.get(word)
  if (hours === undefined || into.time === undefined) return false
  into.offset ??= hours * 60
  return true
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
  let year = numbers[yearAt]?.value
  if (month === undefined) {
    if (others.length === 3) year = others.pop()
    const [first, second] = others
    if (numbers.length === 0) return now
    if (first === undefined || second === undefined || others.length > 2) return undefined
    const isDayFirst = first > 12 && yearAt !== 0
    return {
      year: fullYear(year ?? now.year),
      month: isDayFirst ? second : first,
      day: isDayFirst ? first : second,
    }
  }
  if (others.length > 2) return undefined
  const [day, second] = others
  return { year: fullYear(year ?? second ?? now.year), month, day: day ?? now.day }
}

function fullYear(year: number): number {
  return year >= 100 ? year : year < 70 ? 2000 + year : 1900 + year
}

function valid(milliseconds: number): Date | undefined {
  const date = new Date(milliseconds)
  const year = date.getUTCFullYear()
  return year >= 1 && year <= 9999 ? date : undefined
}
