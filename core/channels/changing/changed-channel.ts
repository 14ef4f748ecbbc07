import { EMPTY_TOPIC_DISPLAY_NAME } from '../../content/messages/check-text.ts'
import { statement } from '../../platform/db/statements/statement.ts'
import { insufficientPermission } from '../../platform/errors.ts'
import type { ChannelFolderId } from '../../platform/ids.ts'
import { lookOf } from '../../platform/text/invisible-characters.ts'
import type { Tx } from '../../platform/transactions/transact.ts'
import {
  canChooseDefaultChannels,
  canReadChannel,
  canSetDeleteMessagePolicy,
  canSetMessageRetention,
  canSetTopicsPolicy,
} from '../../state/access/channel-permissions.ts'
import { changedGroupSetting, type GroupSettingChange } from '../../state/access/permission-setting.ts'
import {
  CHANNEL_GROUP_NAMES,
  type ChannelGroupName,
  DELETE_MESSAGE_POLICY,
  GRANT_CONTENT,
  ruleOf,
} from '../../state/channels/group-settings.ts'
import type { ChannelRecord } from '../../state/channels/record.ts'
import { mustBeAdministrator, mustBeOwner } from '../../state/realm/errors.ts'
import type { RealmView } from '../../state/realm/view.ts'
import type { UserRecord } from '../../state/users/record.ts'
import {
  channelContentRequired,
  channelExists,
  channelHasOtherTopics,
  channelNameUnchanged,
  defaultChannelCannotBePrivate,
  invalidChannelPrivacy,
  moderationChannelCannotBePublic,
} from '../errors.ts'
import { checkFolder } from '../folders/folders.ts'
import { type ChannelVisibility, checkCanChangeVisibility } from './permissions.ts'

/** The changes that PATCH /streams/{stream_id} can request. Names and descriptions are already checked. */
export interface ChannelChanges {
  readonly name?: string
  readonly description?: { readonly description: string; readonly renderedDescription: string }
  readonly isPrivate?: boolean
  readonly isWebPublic?: boolean
  readonly historyPublicToSubscribers?: boolean
  readonly isDefault?: boolean
  readonly messageRetentionDays?: number | null
  readonly folderId?: ChannelFolderId | null
  readonly topicsPolicy?: ChannelRecord['topicsPolicy']
  readonly isArchived?: boolean
  readonly groups?: Partial<Record<ChannelGroupName, GroupSettingChange>>
}

/**
 * Returns the channel with the changes applied. Throws when the user may not make one of them, and when a
 * change is invalid.
 */
export async function changedChannel(
  tx: Tx,
  realm: RealmView,
  user: UserRecord,
  before: ChannelRecord,
  changes: ChannelChanges,
): Promise<ChannelRecord> {
  const after = {
    ...before,
    ...changedVisibility(realm, user, before, changes),
    ...(changes.name !== undefined && { name: newName(realm, before, changes.name) }),
    ...changes.description,
    ...changedGroups(realm, user, before, changes.groups ?? {}),
  }
  if (changes.isDefault !== undefined) {
    if (!canChooseDefaultChannels(user)) throw mustBeAdministrator()
    after.isDefault = changes.isDefault
  }
  if (after.isDefault && after.isPrivate) throw defaultChannelCannotBePrivate()
  if (changes.messageRetentionDays !== undefined) {
    if (!canSetMessageRetention(user)) throw mustBeOwner()
    after.messageRetentionDays = changes.messageRetentionDays
  }
  if (changes.topicsPolicy !== undefined && changes.topicsPolicy !== before.topicsPolicy) {
    if (!canSetTopicsPolicy(realm, user)) throw insufficientPermission()
    if (changes.topicsPolicy === 'empty_topic_only') await checkHasNoTopics(tx, before)
    after.topicsPolicy = changes.topicsPolicy
  }
  if (changes.folderId !== undefined) {
    if (changes.folderId !== null) await checkFolder(tx, realm, changes.folderId)
    after.folderId = changes.folderId
  }
  if (changes.isArchived !== undefined && changes.isArchived !== before.isArchived) {
    if (!changes.isArchived && realm.channels.looks().has(lookOf(after.name))) throw channelExists(after.name)
    after.isArchived = changes.isArchived
    if (changes.isArchived) after.isDefault = false
  }
  return after
}

function changedVisibility(
  realm: RealmView,
  user: UserRecord,
  before: ChannelRecord,
  { isPrivate, isWebPublic, historyPublicToSubscribers }: ChannelChanges,
): ChannelVisibility {
  const after = {
    isPrivate: isPrivate ?? before.isPrivate,
    isWebPublic: isWebPublic ?? before.isWebPublic,
    historyPublicToSubscribers:
      historyPublicToSubscribers ??
      (isPrivate === undefined ? before.historyPublicToSubscribers : !isPrivate),
  }
  // A private channel is not web-public. A public channel shows its whole history to subscribers.
  const isPossible = after.isPrivate ? !after.isWebPublic : after.historyPublicToSubscribers
  if (!isPossible) throw invalidChannelPrivacy()
  if (!after.isPrivate && realm.record.settings.moderation_request_channel_id === before.id) {
    throw moderationChannelCannotBePublic()
  }
  const names = ['isPrivate', 'isWebPublic', 'historyPublicToSubscribers'] as const
  if (names.every((name) => after[name] === before[name])) return after
  checkCanChangeVisibility(realm, user, before, after)
  return after
}

function newName(realm: RealmView, before: ChannelRecord, name: string): string {
  if (name === before.name) throw channelNameUnchanged()
  if (realm.channels.looks(before.id).has(lookOf(name))) throw channelExists(name)
  return name
}

function changedGroups(
  realm: RealmView,
  user: UserRecord,
  before: ChannelRecord,
  changes: NonNullable<ChannelChanges['groups']>,
) {
  const changed = CHANNEL_GROUP_NAMES.flatMap((name) => {
    const change = changes[name]
    if (change === undefined) return []
    const setting = changedGroupSetting(realm, ruleOf(name), before[name], change)
    if (setting === undefined) return []
    if (DELETE_MESSAGE_POLICY.has(name) && !canSetDeleteMessagePolicy(realm, user))
      throw insufficientPermission()
    if (GRANT_CONTENT.has(name) && !canReadChannel(realm, user, before)) throw channelContentRequired()
    return [[name, setting] as const]
  })
  return Object.fromEntries(changed)
}

// A statement, because the entities of conversations and messages belong to a higher module.
const HAS_TOPICS = statement(
  'channel.has-topics',
  // conversation_topic, message_conversation
  `SELECT FROM conversation c WHERE c.channel_id = $1 AND c.topic <> ''
     AND EXISTS (SELECT FROM message WHERE conversation_id = c.id) LIMIT 1`,
)

async function checkHasNoTopics(tx: Tx, channel: ChannelRecord): Promise<void> {
  if ((await tx.run(HAS_TOPICS, [channel.id])).length === 0) return
  throw channelHasOtherTopics(EMPTY_TOPIC_DISPLAY_NAME)
}
