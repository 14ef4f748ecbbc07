import type { ChannelId, MessageId, UserId } from '../../platform/ids.ts'
import type { Tx } from '../../platform/transactions/transact.ts'
import type { Notice } from './notice.ts'
import type { PendingRealm } from './pending-realm.ts'

/** The users who join or leave, by channel. */
export type Moves = ReadonlyMap<ChannelId, readonly UserId[]>

/**
 * Functions of higher modules that lower modules call in their transactions, and after them.
 * `core/open-core.ts` provides them, so that imports point down only.
 */
export interface Hooks {
  /** `storeNotices` of messaging. */
  storeNotices(tx: Tx, realm: PendingRealm, notices: readonly Notice[]): Promise<MessageId[]>
  /** `emitUsersMetInChannels` of people: guests learn of users who share a channel with them from now on. */
  guestsJoined(tx: Tx, realm: PendingRealm, joined: Moves): Promise<void>
  /** `emitUsersLostInChannels` of people: guests can no longer see users with whom they share no channel. */
  guestsLeft(tx: Tx, realm: PendingRealm, left: Moves): void
  /** `retractLeft` of messaging: devices no longer show messages of channels that their users have left. */
  retractLeft(tx: Tx, left: Moves): Promise<void>
  /** `markArchived` of messaging: the messages of an archived channel are read for everybody. */
  channelArchived(tx: Tx, realm: PendingRealm, channel: ChannelId): Promise<void>
  /** `renameArchives` of transfer: an administrator has lost the role or the account. */
  administratorLeft(tx: Tx, realm: PendingRealm): Promise<void>
  /** `noteCommitted` of messaging, after each commit with events. Returns at once and never fails. */
  committed(events: number): void
}
