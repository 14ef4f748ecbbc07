import { CHANNEL_GROUP_NAMES, type ChannelGroupName } from '../../state/channels/group-settings.ts'
import type { ChannelRecord } from '../../state/channels/record.ts'
import type { GroupSetting } from '../../state/groups/setting.ts'
import type { Notice } from '../../state/realm/notice.ts'
import type { RealmView } from '../../state/realm/view.ts'
import type { UserRecord } from '../../state/users/record.ts'

/** The topic of notices about changes of a channel. */
export const CHANNEL_EVENTS_TOPIC = 'channel events'

interface Change {
  readonly actor: UserRecord
  readonly before: ChannelRecord
  readonly after: ChannelRecord
}

/** The first message of a new channel, read by its creator `actor`; undefined when nobody created it. */
export function creationNotice(channel: ChannelRecord, actor: UserRecord | undefined): Notice {
  const [first = '', ...rest] = privacyOf(channel)
  const by = actor === undefined ? '' : ` by @_**${actor.fullName}|${actor.id}**`
  const description = channel.description === '' ? '*No description.*' : channel.description
  const longest = Math.max(3, ...[...description.matchAll(/`+/g)].map(([run]) => run.length))
  const fence = '`'.repeat(longest + 1)
  return {
    to: { channel: channel.id, topic: CHANNEL_EVENTS_TOPIC },
    content: `**${first.toUpperCase()}${rest.join('')}** channel created${by}. **Description:**\n${fence} quote\n${description}\n${fence}`,
    ...(actor !== undefined && { as: actor, readBy: [actor.id] }),
  }
}

/** The notices that a change posts in the channel. */
export function changeNotices(realm: RealmView, { actor, before, after }: Change): Notice[] {
  const who = `@_**${actor.fullName}|${actor.id}**`
  const notice = (content: string): Notice => ({
    to: { channel: after.id, topic: CHANNEL_EVENTS_TOPIC },
    content,
    as: actor,
  })
  const notices: Notice[] = []
  if (before.name !== after.name) {
    notices.push(notice(`${who} renamed this channel from **${before.name}** to **${after.name}**.`))
  }
  if (before.description !== after.description) {
    notices.push(
      notice(
        `${who} gave this channel another description.\n\n` +
          `* **Before**:\n${quoted(before.description)}\n* **Now**:\n${quoted(after.description)}`,
      ),
    )
  }
  const [was, is] = [privacyOf(before), privacyOf(after)]
  if (was !== is) notices.push(notice(`${who} made this channel **${is}**; it was **${was}**.`))
  if (before.messageRetentionDays !== after.messageRetentionDays) {
    const [formerly, now] = [retentionOf(realm, before), retentionOf(realm, after)]
    notices.push(notice(`${who} decided that messages of this channel are kept ${now}, not ${formerly}.`))
  }
  for (const name of CHANNEL_GROUP_NAMES) {
    if (before[name] === after[name]) continue
    const [formerly, now] = [peopleOf(realm, before[name]), peopleOf(realm, after[name])]
    notices.push(notice(`${who} changed who may ${MAY[name]}: ${now}, not ${formerly}.`))
  }
  if (before.isArchived !== after.isArchived) {
    const isOver = after.isArchived
    const told = notice(`${who} ${isOver ? 'archived' : 'unarchived'} this channel.`)
    // Nothing is unread in an archived channel.
    notices.push(isOver ? { ...told, unreadBy: [] } : told)
  }
  return notices
}

const MAY: Readonly<Record<ChannelGroupName, string>> = {
  canAddSubscribersGroup: 'subscribe others to this channel',
  canRemoveSubscribersGroup: 'unsubscribe others from this channel',
  canAdministerChannelGroup: 'administer this channel',
  canDeleteAnyMessageGroup: 'delete any message of this channel',
  canDeleteOwnMessageGroup: 'delete their own messages of this channel',
  canMoveMessagesOutOfChannelGroup: 'move messages out of this channel',
  canMoveMessagesWithinChannelGroup: 'move messages within this channel',
  canSendMessageGroup: 'post in this channel',
  canSubscribeGroup: 'subscribe to this channel',
  canResolveTopicsGroup: 'resolve topics of this channel',
}

const quoted = (text: string) => `\`\`\` quote\n${text === '' ? '*(none)*' : text}\n\`\`\``

export function privacyOf(channel: ChannelRecord): string {
  if (channel.isWebPublic) return 'web-public'
  if (!channel.isPrivate) return 'public'
  return channel.historyPublicToSubscribers ? 'private, shared history' : 'private, protected history'
}

function retentionOf(realm: RealmView, { messageRetentionDays: own }: ChannelRecord): string {
  const days = own ?? realm.record.settings.message_retention_days
  return days === -1 ? '**for ever**' : `**for ${days} days**`
}

function peopleOf(realm: RealmView, setting: GroupSetting): string {
  const groups = typeof setting === 'number' ? [setting] : setting.direct_subgroups
  const members = typeof setting === 'number' ? [] : setting.direct_members
  const names = [
    ...groups.map((id) => `**${realm.groups.get(id)?.name}**`),
    ...members.map((id) => `@_**${realm.users.get(id)?.fullName}|${id}**`),
  ]
  return names.join(', ') || '**nobody**'
}
