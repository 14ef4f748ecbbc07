import { canAdminister, hasIn } from '../../state/access/channel-permissions.ts'
import { hasInRealm } from '../../state/access/realm-permissions.ts'
import type { ChannelRecord } from '../../state/channels/record.ts'
import type { RealmView } from '../../state/realm/view.ts'
import { Role, type UserRecord } from '../../state/users/record.ts'
import {
  cannotDelete,
  cannotEdit,
  cannotMove,
  cannotResolveTopics,
  deleteTimeLimitPassed,
  editingDisabled,
  editTimeLimitPassed,
  widgetNotEditable,
} from '../messages/errors.ts'
import type { LockedMessage } from '../messages/lock-message.ts'

/** Added to every time limit, so that a user who started in time can finish. */
const GRACE_SECONDS = 20

const isModerator = (user: UserRecord): boolean => user.role <= Role.moderator

type Timed = Pick<LockedMessage, 'sentAt' | 'now'>

/** Whether the message is older than the limit in seconds; null is no limit. */
const isOlder = ({ sentAt, now }: Timed, limit: number | null): boolean =>
  limit !== null && now / 1_000_000 > sentAt + limit + GRACE_SECONDS

/** Throws unless the user may change the message's content: only its sender, within the time limit. */
export function checkCanEditContent(realm: RealmView, user: UserRecord, message: LockedMessage): void {
  const { settings } = realm.record
  if (!settings.allow_message_editing) throw editingDisabled()
  if (message.senderId !== user.id) throw cannotEdit()
  if (message.isWidget) throw widgetNotEditable()
  if (isOlder(message, settings.message_content_edit_limit_seconds)) {
    throw editTimeLimitPassed()
  }
}

/**
 * Throws unless the user may delete any message, or this one as its own or its bot's, within the time limit.
 */
export function checkCanDelete(realm: RealmView, user: UserRecord, message: LockedMessage): void {
  const channel = message.channelId === null ? undefined : realm.channels.get(message.channelId)
  if (canDeleteAny(realm, user, channel)) return
  const isOwn = message.senderId === user.id || realm.users.get(message.senderId)?.botOwnerId === user.id
  const canDeleteOwn =
    hasInRealm(realm, user, 'can_delete_own_message_group') ||
    (channel !== undefined && hasIn(realm, user, channel, 'canDeleteOwnMessageGroup'))
  if (!isOwn || !canDeleteOwn) throw cannotDelete()
  if (isOlder(message, realm.record.settings.message_content_delete_limit_seconds)) {
    throw deleteTimeLimitPassed()
  }
}

/** Whether the user may delete everyone's messages, in the organization or in the channel. */
export const canDeleteAny = (
  realm: RealmView,
  user: UserRecord,
  channel: ChannelRecord | undefined,
): boolean =>
  hasInRealm(realm, user, 'can_delete_any_message_group') ||
  (channel !== undefined && hasIn(realm, user, channel, 'canDeleteAnyMessageGroup'))

/**
 * Throws unless the user may change the topic of the channel's messages. `isResolving`: the change only
 * resolves or reopens it.
 */
export function checkCanEditTopic(
  realm: RealmView,
  user: UserRecord,
  channel: ChannelRecord,
  isResolving: boolean,
): void {
  if (canAdminister(realm, user, channel)) return
  if (isResolving) {
    const canResolve =
      hasInRealm(realm, user, 'can_resolve_topics_group') ||
      hasIn(realm, user, channel, 'canResolveTopicsGroup')
    if (!canResolve) throw cannotResolveTopics()
    return
  }
  const canMove =
    hasInRealm(realm, user, 'can_move_messages_between_topics_group') ||
    hasIn(realm, user, channel, 'canMoveMessagesWithinChannelGroup')
  if (!canMove) throw cannotEdit()
}

/** Throws unless the user may move messages of the channel to another channel. */
export function checkCanMove(realm: RealmView, user: UserRecord, channel: ChannelRecord): void {
  const canMove =
    canAdminister(realm, user, channel) ||
    hasInRealm(realm, user, 'can_move_messages_between_channels_group') ||
    hasIn(realm, user, channel, 'canMoveMessagesOutOfChannelGroup')
  if (!canMove) throw cannotMove()
}

/** The user may move messages sent since this time, in Unix seconds; 0 for moderators and without a limit. */
export function movableSince(
  realm: RealmView,
  user: UserRecord,
  { now }: Pick<LockedMessage, 'now'>,
  to: 'topic' | 'channel',
): number {
  const { settings } = realm.record
  const limit =
    to === 'channel'
      ? settings.move_messages_between_streams_limit_seconds
      : settings.move_messages_within_stream_limit_seconds
  return isModerator(user) || limit === null ? 0 : now / 1_000_000 - limit - GRACE_SECONDS
}
