import { MAX_MESSAGES_PER_FETCH } from '../../../config/limits.ts'
import { ApiError } from '../../platform/errors.ts'
import type { ChannelId, MessageId } from '../../platform/ids.ts'
import type { Caller } from '../../state/caller.ts'
import type { Accessible } from '../messages/permissions/read.ts'
import { found, type RangeRequest, rangeFor } from '../messages/range.ts'
import { runNarrowed } from '../narrow/costly.ts'
import { changeFlagsOf } from './change-flags.ts'
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
 * Adds a flag to the messages around an anchor that match a narrow, or takes it from them; at most
 * MAX_MESSAGES_PER_FETCH at once: clients go on from `first` and `last` until an end is found. Throws
 * BAD_NARROW, and when the anchor is excluded in the middle of the range.
 */
export async function changeFlagsInRange(
  caller: Caller,
  change: FlagChange,
  asked: RangeRequest,
): Promise<RangeChanged> {
  const { core, realm, user } = caller
  if (asked.numBefore > 0 && asked.numAfter > 0 && !asked.includeAnchor) {
    throw new ApiError('The anchor can only be excluded at an end of the range')
  }
  const request = withinLimit(asked)
  const { anchor, picked, parameters, terms } = await rangeFor(core, realm, user, request)
  const messages = await runNarrowed<Accessible>(
    core,
    user,
    terms,
    `SELECT m.id, m.channel_id AS channel FROM (${picked}) picked JOIN message m ON m.id = picked.id ORDER BY m.id`,
    parameters.values,
  )
  const ids = messages.map((message) => message.id)
  const { changed, notSubscribed } = await changeFlagsOf(caller, change, messages)
  const { foundOldest, foundNewest } = found(anchor, request, ids)
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

/** Neither side takes more than half of what there is to have when both ask for too much. */
function withinLimit(asked: RangeRequest): RangeRequest {
  const rest = Math.max(MAX_MESSAGES_PER_FETCH - asked.numAfter, MAX_MESSAGES_PER_FETCH / 2)
  const numBefore = Math.min(asked.numBefore, rest)
  return { ...asked, numBefore, numAfter: Math.min(asked.numAfter, MAX_MESSAGES_PER_FETCH - numBefore) }
}
