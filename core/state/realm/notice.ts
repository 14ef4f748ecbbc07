import type { ChannelId, UserId } from '../../platform/ids.ts'
import type { UserRecord } from '../users/record.ts'

/** A message from one of the server's system bots, to a topic of a channel or to one person. */
export interface Notice {
  readonly to: { readonly channel: ChannelId; readonly topic: string } | { readonly user: UserId }
  readonly content: string
  /** Default: the notification bot. */
  readonly by?: UserRecord
  /**
   * The user whose permissions decide which channels the text can link; default: the bot, which cannot see
   * private channels.
   */
  readonly as?: UserRecord
  /** The only users for whom the message is unread. */
  readonly unreadBy?: readonly UserId[]
  /** Users for whom the message is read on arrival. */
  readonly readBy?: readonly UserId[]
}
