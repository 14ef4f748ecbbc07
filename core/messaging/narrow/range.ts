import type { ReadSource } from '../../platform/db/read-source.ts'
import { Parameters } from '../../platform/db/statements/sql-builder.ts'
import type { MessageId } from '../../platform/ids.ts'
import type { RealmState } from '../../state/realm/state.ts'
import type { Reader } from '../../state/users/reader.ts'
import type { UserRecord } from '../../state/users/record.ts'
import { ALL_MESSAGES, firstUnread } from '../reads/first-unread.ts'
import { needsFormerWords } from '../search/former-words.ts'
import { frequentWords } from '../search/frequent-words.ts'
import {
  conversationsCondition,
  matchCondition,
  narrowCondition,
  selectsConversations,
} from './conditions.ts'
import { isRare, messageIdsQuery, usesWords } from './index-choice.ts'
import type { Side } from './ranges.ts'
import { resolveNarrow } from './resolve.ts'
import { runNarrowed } from './run-narrowed.ts'
import { asksForRead, isInState, type NarrowTerm, type ResolvedTerm } from './terms.ts'

export type Anchor = MessageId | 'newest' | 'oldest' | 'first_unread'

/** Messages around an anchor that match a narrow. */
export interface RangeRequest {
  readonly anchor: Anchor
  readonly includeAnchor: boolean
  readonly numBefore: number
  readonly numAfter: number
  readonly narrow: readonly NarrowTerm[]
}

/** The anchor `newest` as clients see it: larger than any message id. */
export const NEWEST = 10_000_000_000_000_000

/** Longer ranges are chosen by another statement (`Side.isLong`). */
const LONG = 500

/** A range of messages, as part of an SQL statement. */
export interface Range {
  /** The id of the message at the center of the range; `NEWEST` for the end. */
  readonly anchor: number
  /** SQL of a query for the ids (`id`) of the messages in the range, unordered. */
  readonly picked: string
  readonly parameters: Parameters
  readonly terms: readonly ResolvedTerm[]
}

/**
 * Builds the range of messages that match the narrow and that the reader may read. No query; one for the
 * anchor `first_unread`, and two a minute about the index of words. Throws BAD_NARROW.
 */
export async function rangeFor(
  source: ReadSource,
  realm: RealmState,
  reader: Reader,
  request: RangeRequest,
): Promise<Range> {
  const terms = await resolveNarrow(source, realm, reader, request.narrow)
  const words = usesWords(terms) ? await wordStatistics(source) : {}
  const anchor = await anchorOf(source, realm, reader, terms, request.anchor, words)
  const parameters = new Parameters()
  const at = parameters.add(anchor)
  const isFirstUnread = request.anchor === 'first_unread' && reader !== undefined
  const hasBefore = anchor > 0 && !(isFirstUnread && isInState(terms, 'unread'))
  const side = (direction: 'before' | 'after', limit: number) =>
    messageIdsQuery(realm, reader, terms, parameters, {
      direction,
      at: `${at}::int8`,
      limit: `${parameters.add(limit)}::int8`,
      isLong: limit > LONG,
      ...(isFirstUnread && { firstUnread: `${at}::int8` }),
      ...words,
    })
  const sides: string[] = []
  if (request.includeAnchor && anchor > 0 && anchor < NEWEST) {
    const condition = narrowCondition(realm, reader, terms, parameters)
    sides.push(`(SELECT m.id FROM message m WHERE m.id = ${at}::int8 AND ${condition})`)
  }
  if (hasBefore && request.numBefore > 0) sides.push(side('before', request.numBefore))
  if (anchor < NEWEST && request.numAfter > 0) sides.push(side('after', request.numAfter))
  const picked = sides.length === 0 ? `SELECT ${at}::int8 AS id WHERE false` : sides.join(' UNION ALL ')
  return { anchor, picked, parameters, terms }
}

/** Properties of the index of words. */
type WordStatistics = Pick<Side, 'frequentWords' | 'needsFormerWords'>

/** At most two queries a minute. */
async function wordStatistics(source: ReadSource): Promise<WordStatistics> {
  const [frequent, needsFormer] = [await frequentWords(source), await needsFormerWords(source)]
  return { frequentWords: frequent, needsFormerWords: needsFormer }
}

/** The oldest unread message of a narrow; null when there is none. */
interface FirstUnread {
  readonly id: MessageId | null
}

async function anchorOf(
  source: ReadSource,
  realm: RealmState,
  reader: Reader,
  terms: readonly ResolvedTerm[],
  anchor: Anchor,
  words: WordStatistics,
): Promise<number> {
  if (anchor === 'newest') return NEWEST
  if (anchor === 'oldest') return 0
  if (anchor !== 'first_unread') return Math.min(anchor, NEWEST)
  // For a spectator everything is read.
  if (reader === undefined || asksForRead(terms)) return NEWEST
  const parameters = new Parameters()
  const text = isRare(terms)
    ? firstUnreadOfRare(realm, reader, terms, parameters, words)
    : firstUnread(parameters.add(reader.id), {
        conversation: conversationsCondition(realm, reader, terms, parameters),
        within: matchCondition(realm, reader, terms, parameters, terms.filter(selectsConversations)),
        anywhere: narrowCondition(realm, reader, terms, parameters),
      })
  const [row] = await runNarrowed<FirstUnread>(source, reader, terms, text, parameters.values)
  return row?.id ?? NEWEST
}

/**
 * For narrows with few matches: searches from the oldest unread message on, because testing all unread ones
 * is slow.
 */
function firstUnreadOfRare(
  realm: RealmState,
  reader: UserRecord,
  terms: readonly ResolvedTerm[],
  parameters: Parameters,
  words: WordStatistics,
): string {
  const oldest = firstUnread(parameters.add(reader.id), {
    ...ALL_MESSAGES,
    conversation: conversationsCondition(realm, reader, terms, parameters),
  })
  const unread: ResolvedTerm = { kind: 'is', state: 'unread', negated: false }
  const found = messageIdsQuery(realm, reader, [...terms, unread], parameters, {
    direction: 'after',
    at: '(SELECT id - 1 FROM oldest)',
    limit: '1',
    firstUnread: '(SELECT id FROM oldest)',
    ...words,
  })
  return `WITH oldest AS MATERIALIZED (${oldest}) SELECT id FROM ${found} found`
}

/**
 * Whether the ids found in a range contain the anchor, and whether the range reaches the oldest and newest
 * message.
 */
export function rangeEnds(anchor: number, request: RangeRequest, ids: readonly MessageId[]) {
  const before = ids.filter((id) => id < anchor).length
  const after = ids.filter((id) => id > anchor).length
  return {
    foundAnchor: before + after < ids.length,
    foundOldest: anchor === 0 || before < request.numBefore,
    foundNewest: anchor === NEWEST || after < request.numAfter,
  }
}
