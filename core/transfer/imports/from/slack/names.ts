import { LATEST_SECONDS } from '../reading/times.ts'

/** Names of the people, channels and groups that Slack's texts refer to by id. */
export interface SlackNames {
  /** A mention of a person. */
  person(id: string): string | undefined
  /** A link to a channel. */
  channel(id: string): string | undefined
  /** A link to a message; undefined when it is not in the archive. */
  message(channel: string, ts: string): string | undefined
  /** The name of a user group, with an `@`. */
  group(id: string): string | undefined
  /** The same names as plain text, for code and for the names of topics. */
  readonly plain: SlackNames
}

/** The address of a message: its channel, and its time without the point. */
const PERMALINK = /^https:\/\/[\w.-]+\.slack\.com\/archives\/(\w+)\/p(\d{10})(\d{6})/
/** The address of a channel. */
const CHANNEL_ADDRESS = /^https:\/\/[\w.-]+\.slack\.com\/archives\/(\w+)\/?$/
/** The mentions of many people. Slack's `@here` reaches those who are there, which no mention here does. */
const BROADCASTS: ReadonlyMap<string, string> = new Map([
  ['here', '@**all**'],
  ['channel', '@**channel**'],
  ['group', '@**channel**'],
  ['everyone', '@**everyone**'],
])

/** Slack escapes these three characters alone. */
export const unescaped = (text: string): string =>
  text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')

/** A mention of many people; undefined for an unknown one. */
export const broadcastOf = (range: string, names: SlackNames): string | undefined => {
  const mention = BROADCASTS.get(range)
  return mention !== undefined && isPlain(names) ? `@${range}` : mention
}

export const personOf = (id: string, label: string, names: SlackNames): string =>
  names.person(id) ?? `@${label === '' ? id : label}`

export const channelOf = (id: string, label: string, names: SlackNames): string =>
  names.channel(id) ?? `#${label === '' ? id : label}`

export function groupOf(id: string, label: string, names: SlackNames): string {
  const name = label === '' ? (names.group(id) ?? id) : label
  return name.startsWith('@') ? name : `@${name}`
}

/** Parentheses and white space would end the address of a link. */
const inAddress = (address: string): string =>
  address.replace(
    /[()\s]/g,
    (letter) => `%${letter.codePointAt(0)!.toString(16).toUpperCase().padStart(2, '0')}`,
  )

const isPlain = (names: SlackNames): boolean => names.plain === names

/** The beginning of every token of Slack. */
const TOKEN = /^xox[a-z]-/

/** A link with a label, without a token in its address. */
export function linkTo(address: string, label: string, names: SlackNames): string {
  const given = withoutToken(address)
  const message = PERMALINK.exec(given)
  const here = message === null ? undefined : names.message(message[1]!, `${message[2]}.${message[3]}`)
  const isBare = label === '' || label === given || `mailto:${label}` === given
  const bare = given.replace(/^mailto:/, '')
  if (isPlain(names)) return isBare ? bare : label
  if (isBare && here === undefined) {
    const channel = CHANNEL_ADDRESS.exec(given)
    return (channel === null ? undefined : names.channel(channel[1]!)) ?? bare
  }
  const text = isBare ? here! : withoutBrackets(label)
  return `[${text}](${inAddress(here ?? given)})`
}

/** Exports name their files by addresses with a token, with which everybody could fetch them. */
function withoutToken(address: string): string {
  if (!URL.canParse(address)) return address
  const url = new URL(address)
  const tokens = [...url.searchParams].filter(([, value]) => TOKEN.test(value))
  if (tokens.length === 0) return address
  for (const [name] of tokens) url.searchParams.delete(name)
  return url.href
}

/** A label of a link, on one line. Brackets stay when each has its other one. */
function withoutBrackets(label: string): string {
  const line = label.replace(/\s*\n\s*/g, ' ').trim()
  let depth = 0
  let isPaired = true
  for (const letter of line) {
    if (letter === '[') depth += 1
    else if (letter === ']') depth -= 1
    if (depth < 0) isPaired = false
  }
  const isSafe = isPaired && depth === 0 && !line.includes('](') && !line.includes('`')
  return isSafe ? line : line.replace(/[[\]`]/g, ' ')
}

/** A time, in Unix seconds. `fallback` is what Slack shows when it cannot show a time. */
export function timeOf(seconds: number, fallback: string): string {
  if (!Number.isInteger(seconds) || seconds < 0 || seconds > LATEST_SECONDS) return fallback
  return `<time:${new Date(seconds * 1000).toISOString().replace('.000Z', 'Z')}>`
}
