import type { ChannelId, MessageId, UserId } from '../../platform/ids.ts'
import type { ChannelRecord } from '../../state/channels/record.ts'
import type { Search } from '../search/read-search.ts'

/** A condition of a narrow as a client states it. */
export interface NarrowTerm {
  readonly operator: string
  readonly operand: Operand
  readonly negated?: boolean
}

export type Operand = string | number | readonly number[]

/** Operands of the operator `channels`. */
export type ChannelKind = 'public' | 'web-public' | 'archived'
/** State of a message for one reader. */
export type State = 'unread' | 'starred' | 'mentioned' | 'alerted'
/** Operands of the operator `has`. */
export type Feature = 'link' | 'image' | 'attachment' | 'reaction'

/** A condition with its names resolved for one reader. */
export type Condition =
  | { readonly kind: 'channel'; readonly channel: ChannelRecord }
  | { readonly kind: 'channels'; readonly which: ChannelKind; readonly ids: readonly ChannelId[] }
  | { readonly kind: 'topic'; readonly topic: string }
  | { readonly kind: 'dm'; readonly participants: readonly UserId[] }
  /**
   * Direct conversations that include a user; with `isGroup` only those with at least one more participant.
   */
  | { readonly kind: 'including'; readonly user: UserId; readonly isGroup: boolean }
  | { readonly kind: 'sender'; readonly user: UserId }
  | { readonly kind: 'id'; readonly id: MessageId }
  | { readonly kind: 'has'; readonly feature: Feature }
  | { readonly kind: 'is'; readonly state: State }
  /**
   * `readSearch` parses `text` into `search`. `isMet` is set when the index already matches the words, but
   * not their order.
   */
  | { readonly kind: 'search'; readonly text: string; readonly search: Search; readonly isMet?: true }
  | { readonly kind: 'direct' }
  | { readonly kind: 'resolved' }
  | { readonly kind: 'followed' }
  | { readonly kind: 'muted' }
  | { readonly kind: 'anything' }

export type ResolvedTerm = { readonly negated: boolean } & Condition

/** Returns the first term of a kind that is not negated. */
export function named<K extends ResolvedTerm['kind']>(
  terms: readonly ResolvedTerm[],
  kind: K,
): Extract<ResolvedTerm, { kind: K }> | undefined {
  return terms.find((term) => term.kind === kind && !term.negated) as
    | Extract<ResolvedTerm, { kind: K }>
    | undefined
}

/** Whether a term asks for messages that the reader has read: `-is:unread`. */
export const asksForRead = (terms: readonly ResolvedTerm[]): boolean =>
  terms.some((term) => term.kind === 'is' && term.state === 'unread' && term.negated)

/** Whether a term that is not negated asks for messages in a state. */
export const isInState = (terms: readonly ResolvedTerm[], state: State): boolean =>
  terms.some((term) => term.kind === 'is' && term.state === state && !term.negated)
