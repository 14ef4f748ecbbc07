import { OF_PEOPLE, type SearchTerm, termsIncluding } from '../model/narrow.ts'
import { plain } from '../model/rank.ts'
import type { User } from '../model/wire.ts'
import type { Store } from '../store/state/store.ts'
import { named } from './named.ts'

const SYNONYMS: Readonly<Record<string, string>> = { from: 'sender', stream: 'channel', subject: 'topic' }
const OPERATORS: readonly string[] = [...OF_PEOPLE, 'channel', 'channels', 'topic', 'is', 'has', 'in', 'id']

/** What `in:` means beside names of channels, which other programs have there. */
const PLACES: readonly string[] = ['home', 'all']

/** A part of a search as typed. Operators may have capitals: keyboards of phones begin with one. */
interface Token {
  readonly operator: string | undefined
  readonly value: string
  readonly isNegated: boolean
}

/**
 * Characters that may stand in quotes. There, a backslash before a quotation mark or a backslash stands for
 * that alone.
 */
export const IN_QUOTES = String.raw`(?:\\["\\]|\\(?!["\\])|[^"\\])*`
const TOKEN = new RegExp(String.raw`(-?)(?:([a-z-]+):)?("(${IN_QUOTES})"?|\S+)`, 'gi')

/** The text between quotes. */
export const unescaped = (text: string): string => text.replace(/\\(["\\])/g, '$1')

function tokensOf(text: string): Token[] {
  return [...text.matchAll(TOKEN)].map(([whole, minus, typed, raw, quoted]) => {
    const name = typed?.toLowerCase()
    const operator = name === undefined ? undefined : (SYNONYMS[name] ?? name)
    const value = quoted === undefined ? raw! : unescaped(quoted)
    return operator !== undefined && OPERATORS.includes(operator)
      ? { operator, value, isNegated: minus === '-' }
      : { operator: undefined, value: whole, isNegated: false }
  })
}

/** A name in a search that fits no channel or person, or several. */
export interface UnclearName {
  readonly name: string
  readonly sought: 'channel' | 'person'
  readonly found: 'none' | 'several'
}

/** A search as the server takes it. */
interface ParsedSearch {
  readonly terms: readonly SearchTerm[]
  /** Why the search cannot be made. */
  readonly unclear: UnclearName | undefined
}

/**
 * Parses a search: `channel:Verona from:"King Hamlet" -is:starred two households`. Words that are not terms
 * are searched.
 */
export function parseSearch(store: Store, text: string): ParsedSearch {
  const terms: SearchTerm[] = []
  const words: string[] = []
  let unclear: UnclearName | undefined
  for (const token of tokensOf(text)) {
    const meant = termsOf(store, token)
    if (meant !== undefined && 'found' in meant) unclear ??= meant
    else if (meant !== undefined) terms.push(...meant)
    else if (token.value !== '') words.push(token.value)
  }
  if (words.length > 0) terms.push({ operator: 'search', operand: words.join(' '), negated: false })
  return { terms, unclear }
}

/** Undefined for words. */
function termsOf(
  store: Store,
  { operator, value, isNegated: negated }: Token,
): readonly SearchTerm[] | UnclearName | undefined {
  // One topic has the empty name.
  if (operator === undefined || (value.trim() === '' && operator !== 'topic')) return undefined
  if (operator === 'id' && !/^\d+$/.test(value)) return undefined
  if (operator === 'channel' || (operator === 'in' && !PLACES.includes(value.toLowerCase()))) {
    const channel = named(store.allChannels.value.values(), value, ({ name }) => name)
    if (typeof channel === 'string') return { name: value, sought: 'channel', found: channel }
    return [{ operator: 'channel', operand: channel.stream_id, negated }]
  }
  if (operator === 'sender' && value === 'me') return [{ operator, operand: store.me, negated }]
  if (OF_PEOPLE.includes(operator)) {
    const people = operator === 'sender' ? personNamed(store, value) : peopleNamed(store, value)
    if (isUnclear(people)) return people
    if (operator === 'dm-including') return termsIncluding([people].flat(), negated)
    return [{ operator, operand: people, negated }]
  }
  return [{ operator, operand: value, negated }]
}

const isUnclear = (meant: number | number[] | UnclearName): meant is UnclearName =>
  typeof meant === 'object' && 'found' in meant

/** The ids of the people of a list with commas, or its first unclear name. */
function peopleNamed(store: Store, list: string): number[] | UnclearName {
  const ids: number[] = []
  for (let rest = list.trim(); rest !== ''; ) {
    const name = firstOf(store, rest)
    const id = personNamed(store, name)
    if (isUnclear(id)) return id
    ids.push(id)
    rest = rest.slice(name.length + 1).trim()
  }
  return ids
}

/** The first name of a list with commas. Names of people may contain commas. */
export function firstOf(store: Store, list: string): string {
  const typed = list.toLowerCase()
  let known = 0
  for (const { full_name: name } of store.people.value.values())
    if (name.length > known && typed.startsWith(name.toLowerCase())) known = name.length
  const end = list.indexOf(',', known)
  return end === -1 ? list : list.slice(0, end)
}

/** The id of a person by name, `name|id` or address. */
function personNamed(store: Store, typed: string): number | UnclearName {
  const people = store.people.value
  const [, name = '', id] = /^(.*)\|(\d+)$/.exec(typed) ?? []
  const withId = people.get(Number(id))
  if (withId !== undefined && plain(withId.full_name) === plain(name)) return withId.user_id
  const address = typed.toLowerCase()
  for (const { user_id, delivery_email, email } of people.values())
    if (delivery_email?.toLowerCase() === address || email?.toLowerCase() === address) return user_id
  const person = named(people.values(), typed, ({ full_name }) => full_name)
  return typeof person === 'string' ? { name: typed, sought: 'person', found: person } : person.user_id
}

/** The name of a person in a search. Another one may have the same. */
export function nameInSearch(store: Store, { user_id: id, full_name: name }: User): string {
  for (const other of store.people.value.values())
    if (other.full_name === name && other.user_id !== id) return `${name}|${id}`
  return name
}

/** A value as the user types it. */
export const quoted = (text: string): string =>
  text === '' || /[\s"]/.test(text) ? `"${text.replace(/["\\]/g, '\\$&')}"` : text

/** A term as the user types it. */
export function textOfTerm(store: Store, { operator, operand, negated }: SearchTerm): string {
  const minus = negated ? '-' : ''
  if (operator === 'search') return String(operand)
  const nameOf = (id: number) => {
    const person = store.people.value.get(id)
    return person === undefined ? String(id) : nameInSearch(store, person)
  }
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
