import { type Audience, toUsers } from '../../platform/events/audience.ts'
import type { Tx } from '../../platform/transactions/transact.ts'
import { CHANNEL_GROUP_NAMES, wireNameOf } from '../../state/channels/group-settings.ts'
import type { ChannelRecord } from '../../state/channels/record.ts'
import type { Stored } from '../../state/events/catalogue.ts'
import type { RealmState } from '../../state/realm/state.ts'
import { emitDefaultChannels } from '../defaults/default-channels.ts'
import { audiencesOf } from '../presenting/audience.ts'
import {
  channelVisibility,
  emitAppearance,
  emitDisappearance,
  SHOWING,
  visibilityBeforeAndAfter,
} from '../presenting/visibility.ts'
import { postPolicy } from '../presenting/wire.ts'
import { emitArchived, emitUnarchived } from './archive-events.ts'

/** Properties that decide who can see a channel. */
const VISIBILITY_PROPERTIES = ['isPrivate', 'isWebPublic', ...SHOWING] as const

/**
 * Emits a change of a channel: the changed properties to users who can see the channel before and after, the
 * whole channel to users who can newly see it, and its removal to users who no longer can. The organization
 * is locked.
 */
export async function emitChannelChange(
  tx: Tx,
  realm: RealmState,
  before: ChannelRecord,
  after: ChannelRecord,
): Promise<void> {
  // A channel that is active again is new to clients that do not know archived channels.
  const known = channelVisibility(before)
  const updates = updatesOf(realm, before, after).map((update) => ({ ...update, ...known }))
  if (VISIBILITY_PROPERTIES.every((name) => before[name] === after[name])) {
    emitAll(tx, updates, audiencesOf(realm, after))
  } else {
    const { kept, gained, lost } = visibilityBeforeAndAfter(realm, before, after)
    if (kept.length > 0) emitAll(tx, updates, [toUsers(kept)])
    emitDisappearance(tx, after, lost, known)
    emitAppearance(tx, realm, after, gained, known)
  }
  if (before.isDefault !== after.isDefault) emitDefaultChannels(tx, realm, [after])
  if (!before.isArchived && after.isArchived) emitArchived(tx, realm, after)
  if (before.isArchived && !after.isArchived) await emitUnarchived(tx, realm, after)
}

function emitAll(tx: Tx, events: readonly ChannelUpdate[], audiences: readonly Audience[]): void {
  for (const event of events) for (const audience of audiences) tx.emit(event, audience)
}

type ChannelUpdate = Stored<'stream/update'>

function updatesOf(realm: RealmState, before: ChannelRecord, after: ChannelRecord): ChannelUpdate[] {
  const updates: ChannelUpdate[] = []
  const update = (property: string, value: ChannelUpdate['value'], more: Partial<ChannelUpdate> = {}) =>
    updates.push({
      type: 'stream',
      op: 'update',
      stream_id: after.id,
      // Events carry the name that clients know; a change of name is emitted first.
      name: property === 'name' ? before.name : after.name,
      property,
      value,
      ...more,
    })
  if (before.name !== after.name) update('name', after.name)
  if (before.description !== after.description || before.renderedDescription !== after.renderedDescription) {
    update('description', after.description, { rendered_description: after.renderedDescription })
  }
  const { isPrivate, isWebPublic, historyPublicToSubscribers } = before
  if (
    isPrivate !== after.isPrivate ||
    isWebPublic !== after.isWebPublic ||
    historyPublicToSubscribers !== after.historyPublicToSubscribers
  ) {
    update('invite_only', after.isPrivate, {
      is_web_public: after.isWebPublic,
      history_public_to_subscribers: after.historyPublicToSubscribers,
    })
  }
  if (before.messageRetentionDays !== after.messageRetentionDays) {
    update('message_retention_days', after.messageRetentionDays)
  }
  if (before.folderId !== after.folderId) update('folder_id', after.folderId)
  if (before.topicsPolicy !== after.topicsPolicy) update('topics_policy', after.topicsPolicy)
  for (const name of CHANNEL_GROUP_NAMES) {
    if (before[name] !== after[name]) update(wireNameOf(name), after[name])
  }
  const policy = postPolicy(realm, after)
  if (policy !== postPolicy(realm, before)) {
    update('stream_post_policy', policy)
    update('is_announcement_only', policy === 2)
  }
  return updates
}
