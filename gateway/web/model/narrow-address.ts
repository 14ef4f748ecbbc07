import { escaped, unescaped } from './fragment.ts'
import { wordOf } from './link-tail.ts'
import { type Narrow, OF_PEOPLE, type SearchTerm, termsIncluding } from './narrow.ts'

/** The place that an address of messages names. `near`: the message that the list shows first. */
export type NarrowRoute =
  | { readonly view: 'messages'; readonly narrow: Narrow; readonly near?: number }
  /** Some operands are names of channels or people; the store knows their ids. */
  | { readonly view: 'named'; readonly terms: readonly SearchTerm[]; readonly near?: number }
  /** The conversation of a message, at the message. */
  | { readonly view: 'message'; readonly id: number }
  /** `unknown`: something that the reader does not see, or that does not exist. */
  | { readonly view: 'unknown'; readonly unknown?: 'channel' | 'person' }

/** Operators of older addresses. */
const SYNONYMS: Readonly<Record<string, string>> = {
  stream: 'channel',
  streams: 'channels',
  subject: 'topic',
  'pm-with': 'dm',
  'group-pm-with': 'dm-including',
  from: 'sender',
}

/** These operators choose the first visible message of the list. */
const PLACES: readonly string[] = ['near', 'with', 'id']

/** Operators whose operand is an id, or in older addresses a name. */
const NAMED: readonly string[] = ['channel', ...OF_PEOPLE]

/** The ids before the hyphen, as in `2-Verona` and `10,12-group`. */
export const idsOf = (operand: string): number[] =>
  (/^\d{1,15}(?:,\d{1,15})*(?=-|$)/.exec(wordOf(operand))?.[0] ?? '').split(',').filter(Boolean).map(Number)

/** Mails and notes often take the sign after a link into it, and some programs add parameters. */
function messageId(text: string): number | undefined {
  const digits = /^(\d{1,15})(?:[?&].*|[^\p{L}\p{N}]*)$/u.exec(text)?.[1]
  return digits === undefined ? undefined : Number(digits)
}

/**
 * Parses the rest after `#narrow/`. `hasIds`: `2-Verona` is the channel with the id 2; otherwise it is a
 * channel with this name.
 */
export function parseNarrow(segments: readonly string[], hasIds = true): NarrowRoute {
  const terms: SearchTerm[] = []
  let near: number | undefined
  let isSearchForId = false
  for (let i = 0; i + 1 < segments.length; i += 2) {
    const negated = segments[i]!.startsWith('-')
    const name = segments[i]!.slice(negated ? 1 : 0).toLowerCase()
    const operator = SYNONYMS[name] ?? name
    const text = segments[i + 1]!
    if (PLACES.includes(operator)) {
      near ??= messageId(unescaped(text))
      isSearchForId ||= operator === 'id'
    } else terms.push({ operator, operand: operandOf(operator, text, hasIds), negated })
  }
  // A topic without its channel tells no more than the message.
  if (near !== undefined && terms.length > 0 && terms.every(isTopic)) return { view: 'message', id: near }
  if (terms.length === 0) {
    if (near === undefined) return { view: 'unknown' }
    if (!isSearchForId) return { view: 'message', id: near }
    terms.push({ operator: 'id', operand: near, negated: false })
  }
  const place = near === undefined ? {} : { near }
  if (terms.some(isNamed)) return { view: 'named', terms, ...place }
  return { view: 'messages', narrow: narrowOf(terms), ...place }
}

const isTopic = ({ operator, negated }: SearchTerm): boolean => operator === 'topic' && !negated

/** Whether the operand of a term is the name of a channel or of people. */
export const isNamed = ({ operator, operand }: SearchTerm): boolean =>
  NAMED.includes(operator) && typeof operand === 'string' && !(operator === 'sender' && operand === 'me')

function operandOf(operator: string, text: string, hasIds: boolean): SearchTerm['operand'] {
  const name = unescaped(text)
  const ids = hasIds && NAMED.includes(operator) ? idsOf(name) : []
  switch (operator) {
    case 'channel':
    case 'sender':
      return ids[0] ?? name
    case 'dm':
    case 'dm-including':
      return ids.length > 0 ? [...new Set(ids)].sort((a, b) => a - b) : name
    case 'is':
      return wordOf(name) === 'private' ? 'dm' : wordOf(name)
    case 'in':
    case 'has':
    case 'channels':
      return wordOf(name)
    default:
      return name
  }
}

/** The narrow of conditions that name channels and people by their ids. */
export function narrowOf(given: readonly SearchTerm[]): Narrow {
  const terms = given.flatMap((term) =>
    term.operator === 'dm-including' ? termsIncluding([term.operand].flat().map(Number), term.negated) : term,
  )
  const [first, second] = terms
  const { operator, operand } = first!
  if (!terms.some(({ negated }) => negated)) {
    if (terms.length === 1) {
      if (operator === 'dm') return { kind: 'direct', people: operand as readonly number[] }
      if (operator === 'channel') return { kind: 'channel', channel: Number(operand) }
      if (operator === 'is' && operand === 'mentioned') return { kind: 'mentions' }
      if (operator === 'is' && operand === 'starred') return { kind: 'starred' }
      if (operator === 'in' && operand === 'home') return { kind: 'feed' }
    }
    if (terms.length === 2 && operator === 'channel' && second!.operator === 'topic')
      return { kind: 'topic', channel: Number(operand), topic: String(second!.operand) }
    if (terms.length === 2 && operator === 'topic' && second!.operator === 'channel')
      return { kind: 'topic', channel: Number(second!.operand), topic: String(operand) }
  }
  return { kind: 'search', terms }
}

/** A condition of a search in an address. */
function segmentsOf({ operator, operand, negated }: SearchTerm): string {
  const value = Array.isArray(operand) ? operand.join(',') : escaped(String(operand))
  return `${negated ? '-' : ''}${operator}/${value}`
}

/** The address of a narrow. `channelName` makes it readable; only the id counts. */
export function hashOf(narrow: Narrow, channelName = 'channel', near?: number): string {
  const end = near === undefined ? '' : `/near/${near}`
  switch (narrow.kind) {
    case 'feed':
      return '#feed'
    case 'mentions':
      return '#narrow/is/mentioned'
    case 'starred':
      return '#narrow/is/starred'
    case 'search':
      return `#narrow/${narrow.terms.map(segmentsOf).join('/')}`
    case 'direct':
      return `#narrow/dm/${narrow.people.join(',')}-${narrow.people.length > 1 ? 'group' : 'dm'}${end}`
    default: {
      const channel = `#narrow/channel/${narrow.channel}-${escaped(channelName.replaceAll(' ', '-'))}`
      return narrow.kind === 'channel'
        ? `${channel}${end}`
        : `${channel}/topic/${escaped(narrow.topic)}${end}`
    }
  }
}
