import type { Core } from '../core.ts'
import type { MessageId } from '../ids.ts'
import { narrowCondition, Parameters } from '../narrow/sql.ts'
import { type NarrowTerm, resolveNarrow } from '../narrow/terms.ts'
import { firstUnread } from '../reads/first-unread.ts'
import type { RealmState } from '../realm/state.ts'
import type { UserRecord } from '../users/record.ts'

export type Anchor = MessageId | 'newest' | 'oldest' | 'first_unread'

/** Messages around an anchor that match a narrow. */
export interface RangeRequest {
  readonly anchor: Anchor
  readonly includeAnchor: boolean
  readonly numBefore: number
  readonly numAfter: number
  readonly narrow: readonly NarrowTerm[]
}

/** Larger than any message id: what clients of this family see as the anchor `newest`. */
export const NEWEST = 10_000_000_000_000_000

/** A range as part of a statement. */
export interface Range {
  /** The message the range is taken around; `NEWEST` when there is none such. */
  readonly anchor: number
  /** A query for the ids (`id`) of the messages in the range, in no order. */
  readonly picked: string
  readonly parameters: Parameters
}

/**
 * The range for a reader: what matches the narrow and may be read. No query, one with anchor `first_unread`.
 * Throws BAD_NARROW.
 */
export async function rangeFor(
  core: Core,
  realm: RealmState,
  reader: UserRecord,
  request: RangeRequest,
): Promise<Range> {
  const terms = await realm.firmly(() => resolveNarrow(realm, reader, request.narrow))
  const parameters = new Parameters()
  const condition = narrowCondition(realm, reader, terms, parameters)
  const channel = terms.find((term) => term.kind === 'channel' && !term.negated)
  const where = channel?.kind === 'channel' ? `c.channel_id = ${Number(channel.channel.id)}` : 'true'
  const anchor =
    request.anchor === 'first_unread'
      ? ((await firstUnread(core.db, reader.id, where, condition, parameters.values)) ?? NEWEST)
      : fixedAnchor(request.anchor)
  const at = parameters.add(anchor)
  const side = (comparison: string, order: 'ASC' | 'DESC', limit: number) =>
    `(SELECT m.id FROM message m WHERE ${condition} AND m.id ${comparison} ${at}::int8
      ORDER BY m.id ${order} LIMIT ${parameters.add(limit)})`
  const sides = [
    side('<', 'DESC', request.numBefore),
    side('>', 'ASC', request.numAfter),
    ...(request.includeAnchor ? [side('=', 'ASC', 1)] : []),
  ]
  return { anchor, picked: sides.join(' UNION ALL '), parameters }
}

function fixedAnchor(anchor: Exclude<Anchor, 'first_unread'>): number {
  if (anchor === 'newest') return NEWEST
  if (anchor === 'oldest') return 0
  return Math.min(anchor, NEWEST)
}

/** What the ids that were found in a range say of it: whether it has the anchor, and reaches the ends. */
export function found(anchor: number, request: RangeRequest, ids: readonly MessageId[]) {
  const before = ids.filter((id) => id < anchor).length
  const after = ids.filter((id) => id > anchor).length
  return {
    foundAnchor: before + after < ids.length,
    foundOldest: anchor === 0 || before < request.numBefore,
    foundNewest: anchor === NEWEST || after < request.numAfter,
  }
}
