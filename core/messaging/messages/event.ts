import type { EventBody } from '../../platform/db/transact.ts'
import type { UserId } from '../../platform/ids.ts'
import type { WireMessage } from './wire.ts'

/**
 * The `message` event as the log keeps it: once, whoever is in the channel. A gateway makes of it the few
 * variants that clients ask for, and adds to each client's its own flags.
 */
export interface MessageEvent extends EventBody {
  readonly type: 'message'
  /** With raw content and the full avatar address. */
  readonly message: WireMessage
  readonly _html: string
  /** Whether the avatar is one that clients can compute. */
  readonly _gravatar: boolean
  readonly _mentioned: readonly UserId[]
  /** Who takes part in the topic that the message mentions. */
  readonly _topicMentioned?: readonly UserId[]
  /** Whom the message reached and one of whose alert words it has. */
  readonly _alerted: readonly UserId[]
  /** Whom the message reached and for whom it is read: those who mute its sender, above all. */
  readonly _muters?: readonly UserId[]
  /** For whom it is unread though it arrives read for everyone else. */
  readonly _unreadBy?: readonly UserId[]
  /** `message.bits`. */
  readonly _bits: number
  /** Where the message was sent from: that queue's event carries `local_message_id`. */
  readonly _queue?: string
  readonly _local?: string
}
