import { plain } from '../compose/completion/rank.ts'
import type { SearchTerm } from '../store/narrow.ts'
import type { Store } from '../store/store.ts'

/** Operators whose operand is a person. `dm` and `dm-including` take several. */
const OF_PEOPLE: readonly string[] = ['sender', 'dm', 'dm-including']
const SYNONYMS: Readonly<Record<string, string>> = { from: 'sender', stream: 'channel', subject: 'topic' }
const OPERATORS: readonly string[] = [...OF_PEOPLE, 'channel', 'channels', 'topic', 'is', 'has', 'in', 'id']

/** A part of a search as typed. Operators may have capitals: keyboards of phones begin with one. */
interface Token {
  readonly operator: string | undefined
  readonly value: string
  readonly isNegated: boolean
}

const TOKEN = /(-?)(?:([a-z-]+):)?("([^"]*)"?|\S+)/gi

function tokensOf(text: string): Token[] {
  return [...text.matchAll(TOKEN)].map(([whole, minus, typed, raw, quoted]) => {
    const name = typed?.toLowerCase()
    const operator = name === undefined ? undefined : (SYNONYMS[name] ?? name)
    const value = quoted ?? raw!
    return operator !== undefined && OPERATORS.includes(operator)
      ? { operator, value, isNegated: minus === '-' }
      : { operator: undefined, value: whole, isNegated: false }
  })
}

/**
 * Parses a search: `channel:Verona from:"King Hamlet" -is:starred two households`. Words that are not terms
 * are searched.
 */
export function parseSearch(store: Store, text: string): SearchTerm[] {
  const terms: SearchTerm[] = []
  const words: string[] = []
  for (const token of tokensOf(text)) {
    const term = termOf(store, token)
    if (term !== undefined) terms.push(term)
    else if (token.value !== '') words.push(token.value)
  }
  if (words.length > 0) terms.push({ operator: 'search', operand: words.join(' '), negated: false })
  return terms
}

function termOf(store: Store, { operator, value, isNegated: negated }: Token): SearchTerm | undefined {
  // One topic has the empty name.
  if (operator === undefined || (value === '' && operator !== 'topic')) return undefined
  if (operator === 'id' && !/^\d+$/.test(value)) return undefined
  if (operator === 'channel') {
    const asked = plain(value)
    const channel = [...store.allChannels.value.values()].find(({ name }) => plain(name) === asked)
    return channel && { operator, operand: channel.stream_id, negated }
  }
  if (operator === 'sender' && value === 'me') return { operator, operand: store.me, negated }
  if (OF_PEOPLE.includes(operator)) {
    const ids = value.split(',').map((name) => personNamed(store, name.trim()))
    if (ids.some((id) => id === undefined)) return undefined
    return { operator, operand: operator === 'dm' ? (ids as number[]) : ids[0]!, negated }
  }
  return { operator, operand: value, negated }
}

function personNamed(store: Store, asked: string): number | undefined {
  const name = plain(asked)
  for (const person of store.people.value.values()) {
    if (plain(person.full_name) === name || person.delivery_email === asked || person.email === asked) {
      return person.user_id
    }
  }
  return undefined
}

const quoted = (text: string): string =>
  text === '' || /[\s"]/.test(text) ? `"${text.replaceAll('"', '')}"` : text

/** A term as the user types it. */
export function textOfTerm(store: Store, { operator, operand, negated }: SearchTerm): string {
  const minus = negated ? '-' : ''
  if (operator === 'search') return String(operand)
  const nameOf = (id: number) => store.people.value.get(id)?.full_name ?? String(id)
  const value =
    operator === 'channel'
      ? (store.allChannels.value.get(Number(operand))?.name ?? String(operand))
      : OF_PEOPLE.includes(operator)
        ? [operand]
            .flat()
            .map((id) => (typeof id === 'number' ? nameOf(id) : id))
            .join(',')
        : String(operand)
  return `${minus}${operator}:${quoted(value)}`
}

export const textOfTerms = (store: Store, terms: readonly SearchTerm[]): string =>
  terms.map((term) => textOfTerm(store, term)).join(' ')
