import { MAX_BULK_NEW_SUBSCRIPTION_MESSAGES } from '../../../config/limits.ts'
import type { UserId } from '../../platform/ids.ts'
import type { Tx } from '../../platform/transactions/transact.ts'
import type { ChannelRecord } from '../../state/channels/record.ts'
import { noticeTexts } from '../../state/notices/texts.ts'
import type { Notice } from '../../state/realm/notice.ts'
import { afterChanges } from '../../state/realm/pending-realm.ts'
import type { RealmState } from '../../state/realm/state.ts'
import type { RealmView } from '../../state/realm/view.ts'
import type { UserRecord } from '../../state/users/record.ts'
import { creationNotice, privacyOf } from '../presenting/notices.ts'

/** The result of a request to join or create channels. */
export interface Joining {
  readonly actor: UserRecord
  readonly created: readonly ChannelRecord[]
  /** The channels to which each user was newly subscribed, new channels included. */
  readonly arrived: ReadonlyMap<UserId, readonly ChannelRecord[]>
  /** Those of them that each user is told about. */
  readonly joined: ReadonlyMap<UserId, readonly ChannelRecord[]>
}

/**
 * Posts the first message of each new channel unless `startsEmpty`, sends people a message about their new
 * subscriptions, unless there are too many people, and announces new channels when `announces`; in the
 * transaction of the change. Resolves to whether messages were sent, or would have been with recipients.
 */
export async function sendJoinNotices(
  tx: Tx,
  realm: RealmState,
  joining: Joining,
  {
    announces = false,
    notifies = false,
    startsEmpty = false,
  }: { readonly announces?: boolean; readonly notifies?: boolean; readonly startsEmpty?: boolean },
): Promise<boolean> {
  const count = [...joining.joined.values()].reduce((sum, channels) => sum + channels.length, 0)
  const areNotified = notifies && count <= MAX_BULK_NEW_SUBSCRIPTION_MESSAGES
  const notices = [
    ...(startsEmpty ? [] : joining.created.map((channel) => creationNotice(realm, channel, joining.actor))),
    ...(areNotified ? welcomes(realm, joining) : []),
    ...(announces ? announcements(realm, joining) : []),
  ]
  if (notices.length > 0) await realm.hooks.storeNotices(tx, afterJoining(realm, joining), notices)
  return areNotified
}

function afterJoining(realm: RealmState, { created, arrived }: Joining) {
  const members = [...arrived].flatMap(([user, channels]) =>
    channels.map(({ id }) => ({ channel: id, users: [user] })),
  )
  return afterChanges(realm, { channels: created, joined: members })
}

function welcomes(realm: RealmView, { actor, joined }: Joining): Notice[] {
  const t = noticeTexts(realm)
  return [...joined].flatMap(([id, channels]) => {
    const user = realm.users.get(id)
    if (id === actor.id || user === undefined || user.isBot || channels.length === 0) return []
    const names = channels.map((channel) => `#**${channel.name}**`)
    const content =
      names.length === 1
        ? t.subscribed(mention(actor), names[0]!)
        : `${t.subscribedTo(mention(actor))}\n\n${names.map((name) => `* ${name}`).join('\n')}`
    return [{ to: { user: id }, content, as: user }]
  })
}

/** Announcements of new public channels. */
function announcements(realm: RealmView, { actor, created }: Joining): Notice[] {
  const id = realm.record.settings.new_stream_announcements_stream_id
  const place = realm.channels.get(id)
  const news = created.filter((channel) => !channel.isPrivate)
  if (place === undefined || place.isArchived || news.length === 0) return []
  const t = noticeTexts(realm)
  const list = news.map((channel) => `* #**${channel.name}** (${t.privacy[privacyOf(channel)]})`)
  const content = `${t.channelsCreated(mention(actor), news.length)}\n\n${list.join('\n')}`
  return [{ to: { channel: place.id, topic: t.topics.newChannels }, content, as: actor }]
}

const mention = (user: UserRecord) => `@_**${user.fullName}|${user.id}**`
