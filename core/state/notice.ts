import type { ChannelId, UserId } from '../platform/ids.ts'
import type { UserRecord } from './users/record.ts'

/** What the server says by one of its system bots: in a topic of a channel, or to one person. */
export interface Notice {
  readonly to: { readonly channel: ChannelId; readonly topic: string } | { readonly user: UserId }
  readonly content: string
  /** Default: the notification bot. */
  readonly by?: UserRecord
  /** In whose eyes the text names channels; default: the bot's, which sees no private ones. */
  readonly as?: UserRecord
  /** It arrives read for everyone but these. */
  readonly unreadBy?: readonly UserId[]
  /** It arrives read for these. */
  readonly readBy?: readonly UserId[]
}
