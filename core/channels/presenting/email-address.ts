import { createHmac } from 'node:crypto'
import type { ChannelId, UserId } from '../../platform/ids.ts'
import { canSendToChannel, isOwnSubscriber } from '../../state/access/channel-permissions.ts'
import { findReadableChannel } from '../../state/access/find-channel.ts'
import type { Core } from '../../state/core.ts'
import type { RealmView } from '../../state/realm/view.ts'
import type { UserRecord } from '../../state/users/record.ts'
import { notificationBot } from '../../state/users/system-bots.ts'
import { cannotPost, invalidSenderId } from '../errors.ts'

/**
 * The address whose mails are posted in a channel, by the notification bot or by `sender`: the user or an own
 * bot. Its token is derived, not stored. Throws when the user cannot read the channel, and when the sender is
 * somebody else or may not post there.
 */
export function channelEmailAddress(
  core: Core,
  realm: RealmView,
  user: UserRecord,
  id: ChannelId,
  sender: UserId | undefined,
): string {
  const channel = findReadableChannel(realm, user, id)
  const poster = sender === undefined ? notificationBot(realm) : realm.users.get(sender)
  const isAllowed =
    poster !== undefined && (sender === undefined || isOwnSubscriber(user, poster) || poster.isSystemBot)
  if (!isAllowed) throw invalidSenderId()
  if (!canSendToChannel(realm, user, channel)) {
    throw cannotPost()
  }
  const token = createHmac('sha256', core.options.secretKey)
    .update(`channel-email:${realm.record.id}:${channel.id}:${poster.id}`)
    .digest('hex')
    .slice(0, 32)
  return `${[...slug(channel.name), token, 'show-sender'].join('.')}@${new URL(core.options.rootUrl).hostname}`
}

/** The part of the name that mail systems accept; nothing when too little is left. */
function slug(name: string): string[] {
  const plain = name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  const words = plain.replace(/[^a-z0-9]+/g, '-').replace(/^-+|-+$/g, '')
  return words === '' ? [] : [words]
}
