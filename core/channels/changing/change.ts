import { replaceKeys } from '../../platform/db/statements/replace-keys.ts'
import type { ChannelId } from '../../platform/ids.ts'
import type { Tx } from '../../platform/transactions/transact.ts'
import type { Caller } from '../../state/caller.ts'
import { Channel } from '../../state/channels/entities.ts'
import { CHANNEL_GROUP_NAMES, storedGroups, wireNameOf } from '../../state/channels/group-settings.ts'
import type { ChannelRecord } from '../../state/channels/record.ts'
import { emitChange } from '../../state/realm/changes.ts'
import { afterChanges } from '../../state/realm/pending-realm.ts'
import { saveSettings } from '../../state/realm/save-settings.ts'
import type { RealmState } from '../../state/realm/state.ts'
import { CHANNEL_SETTINGS } from '../../state/settings/settings.ts'
import { growList, growthBy } from '../../state/shared-lists/grow.ts'
import { leaveDefaultGroups } from '../defaults/default-groups.ts'
import { changeNotices } from '../presenting/notices.ts'
import { emitChannelChange } from './change-events.ts'
import { type ChannelChanges, changedChannel } from './changed-channel.ts'
import { findChannelToChange } from './permissions.ts'

/**
 * Changes a channel, all or nothing. Emits the change to everybody who can see the channel, and posts a
 * notice in the channel about changes that concern its readers. Throws "Invalid channel ID" for a channel
 * that the caller may not see, CANNOT_ADMINISTER_CHANNEL for one that the caller may not administer, and an
 * error for each invalid or forbidden change. `requireFit` throws when the channel, as it is just before the
 * change, is not one to change. Throws as `growList`.
 */
export async function changeChannel(
  caller: Caller,
  id: ChannelId,
  changes: ChannelChanges,
  requireFit?: (before: ChannelRecord) => void,
): Promise<void> {
  const { core, realm } = caller
  await core.change(caller, async ({ tx, actor }) => {
    const before = findChannelToChange(realm, actor, id)
    requireFit?.(before)
    const after = await changedChannel(tx, realm, actor, before, changes)
    await growList(tx, realm, actor.id, 'channels', growthBy(realm.channels, [after], [before]))
    await storeChannel(tx, realm, after)
    const wasPrivate = before.isPrivate
    emitChange(tx, {
      type: '_channel',
      channel: after,
      ...(wasPrivate !== after.isPrivate && { wasPrivate }),
    })
    const isArchived = after.isArchived && !before.isArchived
    // Clients without archived channels forget the channel by the next event.
    if (isArchived) await realm.hooks.channelArchived(tx, realm, id)
    await emitChannelChange(tx, realm, before, after)
    await leaveDefaultGroups(tx, realm, after)
    if (isArchived) await leaveSettings(tx, realm, id)
    const changed = afterChanges(realm, { channels: [after] })
    await realm.hooks.storeNotices(tx, changed, changeNotices(changed, { actor, before, after }))
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
  await tx.em.nativeUpdate(
    Channel,
    { id: channel.id },
    {
      name: channel.name,
      description: channel.description,
      renderedDescription: channel.renderedDescription,
      isPrivate: channel.isPrivate,
      isWebPublic: channel.isWebPublic,
      isArchived: channel.isArchived,
      historyPublicToSubscribers: channel.historyPublicToSubscribers,
      messageRetentionDays: channel.messageRetentionDays,
      topicsPolicy: channel.topicsPolicy,
      isDefault: channel.isDefault,
      folderId: channel.folderId,
      groupSettings: replaceKeys('group_settings', CHANNEL_GROUP_NAMES.map(wireNameOf), groups),
    },
  )
}
