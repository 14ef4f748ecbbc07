import { ApiError } from '../../platform/errors.ts'
import type { MessageId, UserId } from '../../platform/ids.ts'
import type { ChannelRecord } from '../../state/channels/record.ts'
import type { Search } from '../search/read-search.ts'

/** A condition of a narrow as a client states it. */
export interface NarrowTerm {
  readonly operator: string
  readonly operand: Operand
  readonly negated?: boolean
}

export type Operand = string | number | readonly number[]

/** Kinds of channels that a narrow may name together. */
export type ChannelKind = 'public' | 'web-public' | 'archived'
/** What is true of a message for one reader. */
export type State = 'unread' | 'starred' | 'mentioned' | 'alerted'
/** What a message may have. */
export type Feature = 'link' | 'image' | 'attachment' | 'reaction'

/** A condition whose names have been resolved, for one reader. */
export type Condition =
  | { readonly kind: 'channel'; readonly channel: ChannelRecord }
  | { readonly kind: 'channels'; readonly which: ChannelKind; readonly channels: readonly ChannelRecord[] }
  | { readonly kind: 'topic'; readonly topic: string }
  | { readonly kind: 'dm'; readonly participants: readonly UserId[] }
  /** Direct conversations with somebody, alone or among others; `isGroup`: with at least one more. */
  | { readonly kind: 'including'; readonly user: UserId; readonly isGroup: boolean }
  | { readonly kind: 'sender'; readonly user: UserId }
  | { readonly kind: 'id'; readonly id: MessageId }
  | { readonly kind: 'has'; readonly feature: Feature }
  | { readonly kind: 'is'; readonly state: State }
  /** `search` is read of `text` before the narrow is used; `isMet`: by whoever looks for the words in the index. */
  | { readonly kind: 'search'; readonly text: string; readonly search: Search; readonly isMet?: true }
  | { readonly kind: 'direct' }
  | { readonly kind: 'resolved' }
  | { readonly kind: 'followed' }
  | { readonly kind: 'muted' }
  | { readonly kind: 'anything' }

export type ResolvedTerm = { readonly negated: boolean } & Condition

/** The first of the terms that is of a kind and not negated. */
export function named<K extends ResolvedTerm['kind']>(
  terms: readonly ResolvedTerm[],
  kind: K,
): Extract<ResolvedTerm, { kind: K }> | undefined {
  return terms.find((term) => term.kind === kind && !term.negated) as
    | Extract<ResolvedTerm, { kind: K }>
    | undefined
}

/** What is wrong with a narrow, as clients are told it. */
export function badNarrow(description: string): ApiError {
  return new ApiError(`Invalid narrow operator: ${description}`, {
    code: 'BAD_NARROW',
    extra: { desc: description },
  })
}

/** Conditions that no narrow may have together. */
export function badCombination(description: string): ApiError {
  return new ApiError(`Invalid narrow operator combination: ${description}`, {
    code: 'BAD_NARROW',
    extra: { desc: description },
  })
}
