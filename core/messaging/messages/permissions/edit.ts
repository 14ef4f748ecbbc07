import { ApiError } from '../../../platform/errors.ts'
import { canAdminister, hasIn } from '../../../state/channels/permissions.ts'
import type { ChannelRecord } from '../../../state/channels/record.ts'
import { hasInRealm } from '../../../state/realm/permissions.ts'
import type { RealmView } from '../../../state/realm/view.ts'
import { Role, type UserRecord } from '../../../state/users/record.ts'
import type { LockedMessage } from '../lock-message.ts'

/** Whoever began in time may take this long to finish. Seconds. */
const GRACE = 20

/** How a topic that is settled begins. */
export const RESOLVED_PREFIX = '✔ '

const isModerator = (user: UserRecord): boolean => user.role <= Role.moderator

type Timed = Pick<LockedMessage, 'sentAt' | 'now'>

/** Without a limit nothing is too old. */
const isOlder = ({ sentAt, now }: Timed, limit: number | null): boolean =>
  limit !== null && now / 1_000_000 > sentAt + limit + GRACE

/** Throws unless the user may change what the message says: its sender, in time. */
export function checkCanEditContent(realm: RealmView, user: UserRecord, message: LockedMessage): void {
  const { settings } = realm.record
  if (!settings.allow_message_editing) throw new ApiError('Your organization has turned off message editing')
  if (message.sender !== user.id) throw new ApiError("You don't have permission to edit this message")
  if (message.isWidget) throw new ApiError('Widgets cannot be edited.')
  if (isOlder(message, settings.message_content_edit_limit_seconds)) {
    throw new ApiError('The time limit for editing this message has passed')
  }
}

/** Throws unless the user may delete the message: any, or its own, and that of its bots, in time. */
export function checkCanDelete(realm: RealmView, user: UserRecord, message: LockedMessage): void {
  const channel = message.channel === null ? undefined : realm.channels.get(message.channel)
  if (canDeleteAny(realm, user, channel)) return
  const isOwn = message.sender === user.id || realm.users.get(message.sender)?.botOwnerId === user.id
  const mayDeleteOwn =
    hasInRealm(realm, user, 'can_delete_own_message_group') ||
    (channel !== undefined && hasIn(realm, user, channel, 'canDeleteOwnMessageGroup'))
  if (!isOwn || !mayDeleteOwn) throw new ApiError("You don't have permission to delete this message")
  if (isOlder(message, realm.record.settings.message_content_delete_limit_seconds)) {
    throw new ApiError('The time limit for deleting this message has passed')
  }
}

/** Whether the user may delete everybody's messages: everywhere, or in the channel. */
export const canDeleteAny = (
  realm: RealmView,
  user: UserRecord,
  channel: ChannelRecord | undefined,
): boolean =>
  hasInRealm(realm, user, 'can_delete_any_message_group') ||
  (channel !== undefined && hasIn(realm, user, channel, 'canDeleteAnyMessageGroup'))

/** Throws unless the user may give messages of the channel another topic, or only settle it. */
export function checkCanEditTopic(
  realm: RealmView,
  user: UserRecord,
  channel: ChannelRecord,
  isResolving: boolean,
): void {
  if (canAdminister(realm, user, channel)) return
  if (isResolving) {
    const mayResolve =
      hasInRealm(realm, user, 'can_resolve_topics_group') ||
      hasIn(realm, user, channel, 'canResolveTopicsGroup')
    if (!mayResolve) throw new ApiError("You don't have permission to resolve topics.")
    return
  }
  const mayMove =
    hasInRealm(realm, user, 'can_move_messages_between_topics_group') ||
    hasIn(realm, user, channel, 'canMoveMessagesWithinChannelGroup')
  if (!mayMove) throw new ApiError("You don't have permission to edit this message")
}

/** Throws unless the user may move messages of the channel to another. */
export function checkCanMove(realm: RealmView, user: UserRecord, channel: ChannelRecord): void {
  const mayMove =
    canAdminister(realm, user, channel) ||
    hasInRealm(realm, user, 'can_move_messages_between_channels_group') ||
    hasIn(realm, user, channel, 'canMoveMessagesOutOfChannelGroup')
  if (!mayMove) throw new ApiError("You don't have permission to move this message")
}

/** Messages sent after this (Unix seconds) may be moved by the user, to another topic or channel; moderators move any. */
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
  return isModerator(user) || limit === null ? 0 : now / 1_000_000 - limit - GRACE
}

/** Whether a change of topic does nothing but settle it, or take that back. */
export function isResolving(before: string, after: string): boolean {
  return before === `${RESOLVED_PREFIX}${after}` || after === `${RESOLVED_PREFIX}${before}`
}
