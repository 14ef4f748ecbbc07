import { CHANNEL_GROUP_NAMES } from '../../state/channels/group-settings.ts'
import type { ChannelRecord } from '../../state/channels/record.ts'
import type { GroupSetting } from '../../state/groups/setting.ts'
import type { ChannelPrivacy } from '../../state/notices/notice-texts.ts'
import { noticeTexts } from '../../state/notices/texts.ts'
import type { Notice } from '../../state/realm/notice.ts'
import type { RealmView } from '../../state/realm/view.ts'
import type { UserRecord } from '../../state/users/record.ts'

interface Change {
  readonly actor: UserRecord
  readonly before: ChannelRecord
  readonly after: ChannelRecord
}

/**
 * The first message of a new channel, read by its creator `actor`; undefined when nobody created it. In the
 * organization's language, as all notices.
 */
export function creationNotice(
  realm: Pick<RealmView, 'record'>,
  channel: ChannelRecord,
  actor: UserRecord | undefined,
): Notice {
  const t = noticeTexts(realm)
  const by = actor === undefined ? undefined : `@_**${actor.fullName}|${actor.id}**`
  const description = channel.description === '' ? t.noDescription : channel.description
  const longest = Math.max(3, ...[...description.matchAll(/`+/g)].map(([run]) => run.length))
  const fence = '`'.repeat(longest + 1)
  return {
    to: { channel: channel.id, topic: t.topics.channelEvents },
    content: `${t.channelCreated(t.privacy[privacyOf(channel)], by)}\n${fence} quote\n${description}\n${fence}`,
    ...(actor !== undefined && { as: actor, readBy: [actor.id] }),
  }
}

/** The notices that a change posts in the channel. */
export function changeNotices(realm: RealmView, { actor, before, after }: Change): Notice[] {
  const t = noticeTexts(realm)
  const who = `@_**${actor.fullName}|${actor.id}**`
  const notice = (content: string): Notice => ({
    to: { channel: after.id, topic: t.topics.channelEvents },
    content,
    as: actor,
  })
  const notices: Notice[] = []
  if (before.name !== after.name) notices.push(notice(t.renamed(who, before.name, after.name)))
  if (before.description !== after.description) {
    const quoted = (text: string) => `\`\`\` quote\n${text === '' ? t.none : text}\n\`\`\``
    notices.push(
      notice(
        `${t.described(who)}\n\n` +
          `* **${t.before}**:\n${quoted(before.description)}\n* **${t.now}**:\n${quoted(after.description)}`,
      ),
    )
  }
  const [was, is] = [privacyOf(before), privacyOf(after)]
  if (was !== is) notices.push(notice(t.privacyChanged(who, t.privacy[is], t.privacy[was])))
  if (before.messageRetentionDays !== after.messageRetentionDays) {
    const [formerly, now] = [retentionOf(realm, before), retentionOf(realm, after)]
    notices.push(notice(t.retentionChanged(who, now, formerly)))
  }
  for (const name of CHANNEL_GROUP_NAMES) {
    if (before[name] === after[name]) continue
    const [formerly, now] = [peopleOf(realm, before[name]), peopleOf(realm, after[name])]
    notices.push(notice(t.permissionChanged(who, t.may[name], now, formerly)))
  }
  if (before.isArchived !== after.isArchived) {
    const isOver = after.isArchived
    const told = notice(isOver ? t.archived(who) : t.unarchived(who))
    // Nothing is unread in an archived channel.
    notices.push(isOver ? { ...told, unreadBy: [] } : told)
  }
  return notices
}

/** Who can read a channel. */
export function privacyOf(channel: ChannelRecord): ChannelPrivacy {
  if (channel.isWebPublic) return 'webPublic'
  if (!channel.isPrivate) return 'public'
  return channel.historyPublicToSubscribers ? 'sharedHistory' : 'protectedHistory'
}

function retentionOf(realm: RealmView, { messageRetentionDays: own }: ChannelRecord): string {
  const days = own ?? realm.record.settings.message_retention_days
  const t = noticeTexts(realm)
  return days === -1 ? t.forEver : t.forDays(days)
}

function peopleOf(realm: RealmView, setting: GroupSetting): string {
  const groups = typeof setting === 'number' ? [setting] : setting.direct_subgroups
  const members = typeof setting === 'number' ? [] : setting.direct_members
  const names = [
    ...groups.map((id) => `**${realm.groups.get(id)?.name}**`),
    ...members.map((id) => `@_**${realm.users.get(id)?.fullName}|${id}**`),
  ]
  return names.join(', ') || noticeTexts(realm).nobody
}
