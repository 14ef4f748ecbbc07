import { conversationOf } from '../model/conversation.ts'
import { isSpectated } from '../model/is-spectated.ts'
import type { SearchTerm } from '../model/narrow.ts'
import { best } from '../model/rank.ts'
import { hashOf, parseRoute } from '../model/route.ts'
import type { Option } from '../parts/floating/option-list.tsx'
import { canReadChannel, type SeenChannel } from '../store/derived/channel-access.ts'
import { channelName, namesOf } from '../store/derived/names.ts'
import { newestOf, unreadConversations } from '../store/slices/unread.ts'
import type { Store } from '../store/state/store.ts'
import { t } from '../texts/texts.ts'
import {
  firstOf,
  IN_QUOTES,
  nameInSearch,
  parseSearch,
  quoted,
  type UnclearName,
  unescaped,
} from './search-terms.ts'

/** A suggestion of the box: a place to open, or a text that continues the search. */
export type Suggestion = Option & ({ readonly href: string } | { readonly text: string })

/**
 * `jump` puts places first, `search` the search in messages; `channel` and `person` offer only such places.
 */
export type SearchMode = 'jump' | 'search' | 'channel' | 'person'

const MOST = 6
const OPERATORS = [
  'channel:',
  'topic:',
  'sender:',
  'dm:',
  'is:unread',
  'is:starred',
  'is:mentioned',
  'is:followed',
  'is:resolved',
  'has:link',
  'has:image',
  'has:attachment',
  'has:reaction',
]

/** The list below the text of the search box. */
interface Suggestions {
  readonly suggestions: readonly Suggestion[]
  /** Why the text cannot be searched, unless a suggestion completes it. */
  readonly unclear: UnclearName | undefined
}

/** The suggestions for the text in the search box. */
export function suggestionsFor(store: Store, text: string, mode: SearchMode): Suggestions {
  const { suggestions, unclear } = suggestionsOf(store, text, mode)
  return { suggestions: store.isSpectator ? suggestions.filter(isForSpectators) : suggestions, unclear }
}

/** Whether a suggestion is of use without an account. */
const isForSpectators = (suggestion: Suggestion): boolean =>
  'href' in suggestion
    ? isSpectated(parseRoute(suggestion.href))
    : !/(?:^|\s)-?(?:is|dm|dm-including):\S*\s*$/.test(suggestion.text)

function suggestionsOf(store: Store, text: string, mode: SearchMode): Suggestions {
  const typed = text.trim()
  const only = (suggestions: readonly Suggestion[]) => ({ suggestions, unclear: undefined })
  if (mode === 'channel') return only(channels(store, typed))
  if (mode === 'person') return only(people(store, typed))
  if (typed === '') return only(mode === 'jump' ? recent(store) : operators('', ''))
  const { terms, unclear } = parseSearch(store, typed)
  const { completions, isOfOperand } = lastWord(store, text)
  if (unclear !== undefined)
    return { suggestions: completions, unclear: isOfOperand && completions.length > 0 ? undefined : unclear }
  const places = /:/.test(typed) ? [] : placesFor(store, typed)
  // An operator whose operand is missing is no word to search.
  const isBegun = isOfOperand && completions.length > 0 && /:"?$/.test(typed)
  const searches = terms.length === 0 || isBegun ? completions : [searchFor(typed, terms), ...completions]
  return only(mode === 'jump' ? [...places, ...searches] : [...searches, ...places])
}

const searchFor = (typed: string, terms: readonly SearchTerm[]): Suggestion => ({
  key: 'search',
  name: t.searchMessages(typed),
  mark: { kind: 'search' },
  href: hashOf({ kind: 'search', terms }),
})

const LAST_WORD = new RegExp(
  String.raw`(?:^|\s)(-?)(?:(channel|stream|sender|from|dm|dm-including):)?("${IN_QUOTES}|\S*)$`,
  'i',
)

/** Suggestions that complete the last word: an operator, or its operand. */
function lastWord(
  store: Store,
  text: string,
): { readonly completions: readonly Suggestion[]; readonly isOfOperand: boolean } {
  const last = LAST_WORD.exec(text)
  if (last === null) return { completions: [], isOfOperand: false }
  const [, minus, typedOperator, raw = ''] = last
  const operator = typedOperator?.toLowerCase()
  const word = raw.startsWith('"') ? unescaped(raw.slice(1)) : raw
  const before = text.slice(
    0,
    text.length - (minus!.length + (operator ? operator.length + 1 : 0) + raw.length),
  )
  if (operator === undefined)
    return {
      completions: word === '' ? [] : operators(before + minus, word.toLowerCase()),
      isOfOperand: false,
    }
  const begin = `${before}${minus}${operator}:`
  return { completions: operands(store, operator, begin, word), isOfOperand: true }
}

function operands(store: Store, operator: string, begin: string, word: string): Suggestion[] {
  if (operator === 'channel' || operator === 'stream') {
    return best(store.allChannels.value.values(), word, ({ name }) => name, MOST).map(
      ({ stream_id: id, name }) => ({
        key: `in ${id}`,
        name: `${operator}: ${name}`,
        mark: { kind: 'channel', id },
        text: `${begin}${quoted(name)} `,
      }),
    )
  }
  const { before, found } = operator.startsWith('dm') ? lastNamed(store, word) : peopleFor(store, word)
  return found.map((person) => ({
    key: `from ${person.user_id}`,
    name: `${operator}: ${person.full_name}`,
    ...(person.delivery_email && { note: person.delivery_email }),
    mark: { kind: 'person', person },
    text: `${begin}${quoted(before + nameInSearch(store, person))} `,
  }))
}

const peopleFor = (store: Store, word: string, before = '') => ({
  before,
  found: best(store.people.value.values(), word, (one) => one.full_name, MOST),
})

/** The people who fit the last name of a list with commas, and the list before that name. */
function lastNamed(store: Store, list: string): ReturnType<typeof peopleFor> {
  for (let start = 0; ; ) {
    const rest = list.slice(start)
    const name = rest.trimStart()
    const fitting = peopleFor(store, name, list.slice(0, start))
    const first = firstOf(store, name)
    // Names may contain commas.
    if (fitting.found.length > 0 || first === name) return fitting
    start += rest.length - name.length + first.length + 1
  }
}

const operators = (before: string, word: string): Suggestion[] =>
  OPERATORS.filter((operator) => operator.startsWith(word) && operator !== word).map((operator) => ({
    key: operator,
    name: operator,
    note: t.operators[operator as keyof typeof t.operators],
    mark: { kind: 'search' },
    text: `${before}${operator}${operator.endsWith(':') ? '' : ' '}`,
  }))

/** Direct conversations and topics, the newest first. */
function conversations(store: Store) {
  const topics = [...store.channels.value.values()].flatMap(({ stream_id: channel }) =>
    (store.topics.of(channel).value ?? []).map(({ name: topic, newest }) => ({
      conversation: { kind: 'topic', channel, topic } as const,
      newest,
    })),
  )
  const unread = unreadConversations(store.unread.value).map((one) => ({
    conversation: one.conversation,
    newest: newestOf(one),
  }))
  const feed = store.messages.list({ kind: 'feed' }).stretch.value.ids.flatMap((id) => {
    const message = store.messages.get(id)?.peek()
    return message === undefined ? [] : [{ conversation: conversationOf(message, store.me), newest: id }]
  })
  const all = [...store.direct.value.conversations.values(), ...topics, ...unread, ...feed]
  const seen = new Set<string>()
  return all
    .sort((a, b) => b.newest - a.newest)
    .flatMap(({ conversation }): Suggestion[] => {
      const channel = conversation.kind === 'topic' ? channelName(store, conversation.channel) : undefined
      const href = hashOf(conversation, channel)
      if (seen.has(href)) return []
      seen.add(href)
      const [first] = conversation.kind === 'direct' ? conversation.people : []
      const person = first === undefined ? undefined : store.people.value.get(first)
      return [
        {
          key: href,
          name: namesOf(store, conversation),
          ...(channel !== undefined && { note: channel }),
          mark:
            conversation.kind === 'topic'
              ? { kind: 'topic' }
              : person === undefined
                ? { kind: 'group' }
                : { kind: 'person', person },
          href,
        },
      ]
    })
}

const recent = (store: Store): Suggestion[] => conversations(store).slice(0, MOST + 2)

const people = (store: Store, typed: string): Suggestion[] =>
  best(store.people.value.values(), typed, (one) => one.full_name, MOST + 2).map((person) => ({
    key: `person ${person.user_id}`,
    name: person.full_name,
    ...(person.delivery_email && { note: person.delivery_email }),
    mark: { kind: 'person', person },
    href: hashOf({ kind: 'direct', people: [person.user_id] }),
  }))

/** The reader's channels, then the others that the reader may read. */
function* readableChannels(store: Store): Iterable<SeenChannel> {
  yield* store.channels.value.values()
  for (const channel of store.allChannels.value.values()) {
    const { stream_id: id, is_archived } = channel
    if (!is_archived && !store.channels.value.has(id) && canReadChannel(store, id)) yield channel
  }
}

const channels = (store: Store, typed: string): Suggestion[] =>
  best(readableChannels(store), typed, ({ name }) => name, MOST + 2).map(
    ({ stream_id: id, name, description }) => ({
      key: `channel ${id}`,
      name,
      note: description,
      mark: { kind: 'channel', id },
      href: hashOf({ kind: 'channel', channel: id }, name),
    }),
  )

/** The conversations, people and channels that fit the text, for a message that the reader sends there. */
export function destinationsFor(store: Store, text: string): Suggestion[] {
  const typed = text.trim()
  if (typed === '') return recent(store)
  const all = [...conversations(store), ...people(store, typed), ...channels(store, typed)]
  const seen = new Set<string>()
  return best(all, typed, ({ name }) => name, MOST * 2).filter((one) => {
    const place = 'href' in one ? one.href : one.key
    return !seen.has(place) && seen.add(place)
  })
}

function placesFor(store: Store, typed: string): Suggestion[] {
  const known = best(conversations(store), typed, ({ name }) => name, MOST)
  const views = [
    { name: t.inbox, href: '#inbox' },
    { name: t.recent, href: '#recent' },
    { name: t.feed, href: '#feed' },
    { name: t.drafts, href: '#drafts' },
    { name: t.scheduledMessages, href: '#scheduled' },
    { name: t.browseChannels, href: '#channels' },
  ].map((view): Suggestion => ({ key: view.href, ...view, mark: { kind: 'view' } }))
  const all = [
    ...channels(store, typed),
    ...people(store, typed),
    ...known,
    ...best(views, typed, ({ name }) => name, MOST),
  ]
  const seen = new Set<string>()
  return best(all, typed, ({ name }) => name, MOST + 2).filter((one) => {
    const place = 'href' in one ? one.href : one.key
    if (seen.has(place)) return false
    seen.add(place)
    return true
  })
}
