import { MAX_MESSAGES_PER_FETCH } from '../../../config/limits.ts'
import type { ChannelId, MessageId } from '../../platform/ids.ts'
import type { Caller } from '../../state/caller.ts'
import type { Accessible } from '../messages/permissions/read.ts'
import { type RangeRequest, rangeEnds, rangeFor } from '../messages/range.ts'
import { runNarrowed } from '../narrow/run-narrowed.ts'
import { changeFlagsOf } from './change-flags.ts'
import { anchorNotAtEnd } from './errors.ts'
import type { FlagChange } from './flags.ts'

export interface RangeChanged {
  readonly processed: number
  readonly updated: number
  /** Null when the range is empty. */
  readonly first: MessageId | null
  readonly last: MessageId | null
  readonly foundOldest: boolean
  readonly foundNewest: boolean
  readonly notSubscribed: readonly ChannelId[]
}

/**
 * Adds or removes a flag on the messages around an anchor that match a narrow; at most MAX_MESSAGES_PER_FETCH per call.
 * Clients continue from `first` and `last` until an end is found. Throws BAD_NARROW, and throws when the anchor is
 * excluded but lies inside the range.
 */
export async function changeFlagsInRange(
  caller: Caller,
  change: FlagChange,
  requested: RangeRequest,
): Promise<RangeChanged> {
  const { core, realm, user } = caller
  if (requested.numBefore > 0 && requested.numAfter > 0 && !requested.includeAnchor) {
    throw anchorNotAtEnd()
  }
  const request = limitRange(requested)
  const { anchor, picked, parameters, terms } = await rangeFor(core.db, realm, user, request)
  const messages = await runNarrowed<Accessible>(
    core.db,
    user,
    terms,
    `SELECT m.id, m.channel_id AS "channelId" FROM (${picked}) picked JOIN message m ON m.id = picked.id ORDER BY m.id`,
    parameters.values,
  )
  const ids = messages.map((message) => message.id)
  const { changed, notSubscribed } = await changeFlagsOf(caller, change, messages)
  const { foundOldest, foundNewest } = rangeEnds(anchor, request, ids)
  return {
    processed: ids.length,
    updated: changed.length,
    first: ids[0] ?? null,
    last: ids.at(-1) ?? null,
    foundOldest,
    foundNewest,
    notSubscribed,
  }
}

/** Reduces the range to the limit. When both sides are too large, each gets half. */
function limitRange(request: RangeRequest): RangeRequest {
  const rest = Math.max(MAX_MESSAGES_PER_FETCH - request.numAfter, MAX_MESSAGES_PER_FETCH / 2)
  const numBefore = Math.min(request.numBefore, rest)
  return { ...request, numBefore, numAfter: Math.min(request.numAfter, MAX_MESSAGES_PER_FETCH - numBefore) }
}
