import type { EventBody } from '../../platform/db/transact.ts'
import type { MessageId, UserId } from '../../platform/ids.ts'
import type { FlagsOfAll } from '../reads/flags-of-all.ts'
import type { PropagateMode } from './edit.ts'
import type { LockedMessage } from './lock-message.ts'

/** What was done to messages, as the log keeps it: a gateway adds to each client's its own flags. */
export interface UpdateMessageEvent extends EventBody {
  readonly type: 'update_message'
  readonly user_id: UserId | null
  readonly rendering_only: boolean
  /** The message that was asked to be changed, and all that were. */
  readonly message_id: MessageId
  readonly message_ids: readonly MessageId[]
  /** Unix seconds. */
  readonly edit_timestamp: number
  readonly stream_name?: string
  readonly stream_id?: number
  readonly new_stream_id?: number
  readonly propagate_mode?: PropagateMode
  readonly orig_subject?: string
  readonly subject?: string
  readonly topic_links?: readonly { text: string; url: string }[]
  readonly orig_content?: string
  readonly orig_rendered_content?: string
  readonly content?: string
  readonly rendered_content?: string
  readonly is_me_message?: boolean
  /** Of `message_id`. */
  readonly _flags: FlagsOfAll
}

/**
 * Most messages that one event of deletion names. Clients that hear of each message by itself get so many events of it,
 * which must not be more than an event id can tell apart (`gateway/realtime/event-id.ts`).
 */
export const MAX_DELETED_PER_EVENT = 1_000

/** Messages of one conversation that are not there any more, or not for those who are told. */
export interface DeleteMessageEvent extends EventBody {
  readonly type: 'delete_message'
  readonly message_ids: readonly MessageId[]
  readonly message_type: 'private' | 'stream'
  readonly stream_id?: number
  readonly topic?: string
}

/** Tells that messages of one conversation are gone, however many, in events of at most 1,000. */
export function deletionEvents(
  messages: readonly MessageId[],
  place: Pick<LockedMessage, 'channel' | 'topic'>,
): DeleteMessageEvent[] {
  const { channel, topic } = place
  const count = Math.ceil(messages.length / MAX_DELETED_PER_EVENT)
  return Array.from({ length: count }, (_, n) => ({
    type: 'delete_message',
    message_ids: messages.slice(n * MAX_DELETED_PER_EVENT, (n + 1) * MAX_DELETED_PER_EVENT),
    message_type: channel === null ? 'private' : 'stream',
    ...(channel !== null && { stream_id: channel, topic: topic! }),
  }))
}
