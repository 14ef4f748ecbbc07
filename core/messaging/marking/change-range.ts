import { MAX_MESSAGES_PER_FETCH } from '../../../config/limits.ts'
import type { ChannelId, ConversationId, MessageId, UserId } from '../../platform/ids.ts'
import type { Caller } from '../../state/caller.ts'
import type { Accessible } from '../messages/read-permission.ts'
import { type RangeRequest, rangeEnds, rangeFor } from '../narrow/range.ts'
import { runNarrowed } from '../narrow/run-narrowed.ts'
import { anchorNotAtEnd } from '../reads/errors.ts'
import type { FlagChange } from '../reads/flags.ts'
import {
  type FlaggedMessage,
  isReadFor,
  readStoredState,
  type StoredReaderState,
  type StoredStateRow,
  storedStateColumns,
} from '../reads/reader-state.ts'
import { changeFlagsOf } from './change-flags.ts'

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
 * Adds or removes a flag on the messages around an anchor that match a narrow; at most MAX_MESSAGES_PER_FETCH
 * per call. Clients continue from `first` and `last` until an end is found. Throws BAD_NARROW, and throws
 * when the anchor is excluded but lies inside the range.
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
  const me = parameters.add(user.id)
  const [row] = await runNarrowed<ProcessedRow>(
    core.db,
    user,
    terms,
    processed(me, picked),
    parameters.values,
  )
  const messages = (row!.messages ?? []).map(toFlagged)
  const ids = messages.map((message) => message.id)
  const { changed, notSubscribed } = await changeFlagsOf(
    caller,
    change,
    mayChange(change, messages, readStoredState(user.id, row!)),
  )
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

/** The messages of a range, ascending, with the columns that decide whether the user has read them. */
interface ProcessedRow extends StoredStateRow {
  readonly messages:
    | [MessageId, ConversationId, ChannelId | null, UserId, bits: number, arrivalId: MessageId | null][]
    | null
}

/**
 * Returns SQL for a `ProcessedRow` of the messages whose ids the query `picked` returns (message_pkey, and
 * the indexes of `storedStateColumns`). A list of ids keeps the planner, which expects few of them, from
 * joining by a scan of all messages.
 */
function processed(me: string, picked: string): string {
  const ids = '(SELECT ids FROM picked)::int8[]'
  const conversations = 'ARRAY(SELECT DISTINCT conversation_id FROM m)'
  const channels = 'ARRAY(SELECT DISTINCT channel_id FROM m)'
  return `WITH picked AS MATERIALIZED (
      SELECT coalesce(array_agg(id ORDER BY id), '{}') AS ids FROM (${picked}) p
    ), m AS MATERIALIZED (
      SELECT id, conversation_id, channel_id, sender_id, bits, arrival_id FROM message WHERE id = ANY (${ids})
    )
    SELECT (SELECT json_agg(json_build_array(id, conversation_id, channel_id, sender_id, bits, arrival_id) ORDER BY id) FROM m)
        AS messages,
      ${storedStateColumns(me, { ids, conversations, channels })}`
}

function toFlagged([id, conversationId, channelId, senderId, bits, arrivalId]: NonNullable<
  ProcessedRow['messages']
>[number]): FlaggedMessage {
  return { id, conversationId, channelId, senderId, bits, arrivalId }
}

/** When messages are marked as read, it leaves out read ones: most of a long range. */
function mayChange(
  { op, flag }: FlagChange,
  messages: readonly FlaggedMessage[],
  state: StoredReaderState,
): readonly Accessible[] {
  return flag === 'read' && op === 'add' ? messages.filter((message) => !isReadFor(state, message)) : messages
}
