import { statement } from '../platform/db/statement.ts'
import type { Tx } from '../platform/db/transact.ts'
import type { ChannelId } from '../platform/ids.ts'
import type { Caller } from '../state/caller.ts'
import { leaveDefaultGroups } from '../state/channels/default-groups.ts'
import { CHANNEL_GROUP_NAMES, storedGroups, wireNameOf } from '../state/channels/group-settings.ts'
import type { ChannelRecord } from '../state/channels/record.ts'
import { emitChange } from '../state/realm/changes.ts'
import { afterChanges } from '../state/realm/pending-realm.ts'
import { saveSettings } from '../state/realm/save-settings.ts'
import { CHANNEL_SETTINGS } from '../state/realm/settings.ts'
import type { RealmState } from '../state/realm/state.ts'
import { emitChannelChange } from './change-events.ts'
import { type ChannelChanges, changedChannel } from './changed-channel.ts'
import { changeNotices } from './notices.ts'
import { findChannelToChange } from './permissions.ts'

const STORE = statement(
  'channel.store',
  `UPDATE channel SET name = $2, description = $3, rendered_description = $4, is_private = $5, is_web_public = $6,
     is_archived = $7, history_public_to_subscribers = $8, message_retention_days = $9, topics_policy = $10,
     is_default = $11, folder_id = $12,
     group_settings = (group_settings - $14::text[]) || $13::jsonb -- those of later versions stay
   WHERE id = $1`,
)

/**
 * Changes a channel, all or nothing. Emits the change to everybody who can see the channel, and posts a
 * notice in the channel about changes that concern its readers. Throws as `findChannelToChange` and
 * `changedChannel`.
 */
export async function changeChannel(caller: Caller, id: ChannelId, changes: ChannelChanges): Promise<void> {
  const { core, realm } = caller
  await core.change(caller, async ({ tx, actor }) => {
    const before = findChannelToChange(realm, actor, id)
    const after = await changedChannel(tx, realm, actor, before, changes)
    await storeChannel(tx, realm, after)
    const wasPrivate = before.isPrivate
    emitChange(tx, {
      type: '_channel',
      channel: after,
      ...(wasPrivate !== after.isPrivate && { wasPrivate }),
    })
    await emitChannelChange(tx, realm, before, after)
    await leaveDefaultGroups(tx, realm, after)
    if (after.isArchived && !before.isArchived) await leaveSettings(tx, realm, id)
    const changed = afterChanges(realm, { channels: [after] })
    await realm.hooks.storeNotices(tx, core, changed, changeNotices(changed, { actor, before, after }))
  })
}

/** Removes an archived channel from the settings that name channels for announcements. */
async function leaveSettings(tx: Tx, realm: RealmState, id: ChannelId): Promise<void> {
  const { settings } = realm.record
  const named = CHANNEL_SETTINGS.filter((name) => settings[name] === id)
  if (named.length > 0) await saveSettings(tx, realm, Object.fromEntries(named.map((name) => [name, -1])))
}

async function storeChannel(tx: Tx, realm: RealmState, channel: ChannelRecord): Promise<void> {
  const groups = storedGroups(channel, channel.creatorId, realm.record.systemGroups)
  await tx.run(STORE, [
    channel.id,
    channel.name,
    channel.description,
    channel.renderedDescription,
    channel.isPrivate,
    channel.isWebPublic,
    channel.isArchived,
    channel.historyPublicToSubscribers,
    channel.messageRetentionDays,
    channel.topicsPolicy,
    channel.isDefault,
    channel.folderId,
    JSON.stringify(groups),
    CHANNEL_GROUP_NAMES.map(wireNameOf),
  ])
}
