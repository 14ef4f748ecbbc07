import { type Conversation, conversationKey, conversationOf } from './conversation.ts'
import type { Message } from './wire.ts'

/** The selection of messages that a list shows. */
export type Narrow =
  | Conversation
  | { readonly kind: 'channel'; readonly channel: number }
  | { readonly kind: 'feed' }
  | { readonly kind: 'mentions' }
  | { readonly kind: 'starred' }
  | { readonly kind: 'search'; readonly terms: readonly SearchTerm[] }

/** A condition of a search. People and channels are named by their ids. */
export interface SearchTerm {
  readonly operator: string
  readonly operand: string | number | readonly number[]
  readonly negated: boolean
}

/**
 * Direct conversations that include all of these people; negated, none of them. The server takes one person
 * in each term.
 */
export const termsIncluding = (people: readonly number[], negated: boolean): readonly SearchTerm[] =>
  people.map((operand) => ({ operator: 'dm-including', operand, negated }))

/** Operators whose operand is a person, or with `dm` several. */
export const OF_PEOPLE: readonly string[] = ['sender', 'dm', 'dm-including']

/** The reader's messages that somebody reacted to. */
export const REACTIONS: Narrow & { kind: 'search' } = {
  kind: 'search',
  terms: [
    { operator: 'has', operand: 'reaction', negated: false },
    { operator: 'sender', operand: 'me', negated: false },
  ],
}

/** All direct conversations. */
export const DIRECT_MESSAGES: Narrow & { kind: 'search' } = {
  kind: 'search',
  terms: [{ operator: 'is', operand: 'dm', negated: false }],
}

export const isConversation = (narrow: Narrow): narrow is Conversation =>
  narrow.kind === 'topic' || narrow.kind === 'direct'

/** Whether only the server can tell which messages belong to the narrow. */
export const isFoundByServer = (narrow: Narrow): boolean =>
  narrow.kind === 'search' && narrowKey(narrow) !== narrowKey(DIRECT_MESSAGES)

/**
 * Whether a view has whole conversations, so that seeing a message there is reading it. A search, mentions
 * and starred messages are found apart from their conversations.
 */
export const hasWholeConversations = (narrow: Narrow): boolean =>
  narrow.kind !== 'mentions' && narrow.kind !== 'starred' && !isFoundByServer(narrow)

/** Equal for narrows that are the same. */
export function narrowKey(narrow: Narrow): string {
  if (isConversation(narrow)) return conversationKey(narrow)
  if (narrow.kind === 'search') return `search ${JSON.stringify(narrow.terms)}`
  return narrow.kind === 'channel' ? `${narrow.channel}` : narrow.kind
}

/** The narrow as GET /messages takes it. */
export function narrowTerms(
  narrow: Narrow,
): readonly (Omit<SearchTerm, 'negated'> & { readonly negated?: boolean })[] {
  switch (narrow.kind) {
    case 'topic':
      return [
        { operator: 'channel', operand: narrow.channel },
        { operator: 'topic', operand: narrow.topic },
      ]
    case 'channel':
      return [{ operator: 'channel', operand: narrow.channel }]
    case 'direct':
      return [{ operator: 'dm', operand: narrow.people }]
    case 'mentions':
      return [{ operator: 'is', operand: 'mentioned' }]
    case 'starred':
      return [{ operator: 'is', operand: 'starred' }]
    case 'search':
      return narrow.terms
    case 'feed':
      return [{ operator: 'in', operand: 'home' }]
  }
}

/** The narrow as the server takes it from a spectator: limited to web-public channels. */
export function spectatedTerms(narrow: Narrow): ReturnType<typeof narrowTerms> {
  const open = { operator: 'channels', operand: 'web-public' }
  if (narrow.kind === 'feed') return [open]
  return narrow.kind === 'search' ? [open, ...narrowTerms(narrow)] : narrowTerms(narrow)
}

/** Whether a new message belongs to the narrow. `isInFeed`: its conversation is not muted. */
export function matches(narrow: Narrow, message: Message, me: number, isInFeed: boolean): boolean {
  switch (narrow.kind) {
    case 'channel':
      return message.stream_id === narrow.channel
    case 'mentions':
      return message.flags.some((flag) => flag.endsWith('mentioned'))
    case 'starred':
      return message.flags.includes('starred')
    case 'search':
      return !isFoundByServer(narrow) && message.type === 'private'
    case 'feed':
      return isInFeed
    default:
      return conversationKey(conversationOf(message, me)) === conversationKey(narrow)
  }
}
