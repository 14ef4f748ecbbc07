import type { EventBody } from '../../platform/db/transact.ts'
import type { ChannelId, MessageId, UserId } from '../../platform/ids.ts'

export type TypingOp = 'start' | 'stop'

interface Person {
  readonly user_id: UserId
  readonly email: string
}

/** Somebody begins or ends to write a message. */
export type TypingEvent = EventBody & {
  readonly type: 'typing'
  readonly op: TypingOp
  readonly sender: Person
} & (
    | { readonly message_type: 'direct'; readonly recipients: readonly Person[] }
    | { readonly message_type: 'stream'; readonly stream_id: ChannelId; readonly topic: string }
  )

/** Somebody begins or ends to edit a message. */
export type TypingEditEvent = EventBody & {
  readonly type: 'typing_edit_message'
  readonly op: TypingOp
  readonly sender_id: UserId
  readonly message_id: MessageId
  readonly recipient:
    | { readonly type: 'direct'; readonly user_ids: readonly UserId[] }
    | { readonly type: 'channel'; readonly channel_id: ChannelId; readonly topic: string }
}
