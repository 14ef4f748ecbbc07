import { ApiError } from '../platform/errors.ts'
import type { ChannelId } from '../platform/ids.ts'
import type { Core } from '../state/core.ts'
import type { RealmState } from '../state/realm/state.ts'
import type { UserRecord } from '../state/users/record.ts'
import { changeChannel } from './change.ts'

/**
 * Archives a channel (spec.md DELETE /streams/{stream_id}): it is read and not written in, and gives its name up.
 * The caller is an administrator. Throws when there is no such channel, and when it is archived.
 */
export async function archiveChannel(
  core: Core,
  realm: RealmState,
  caller: UserRecord,
  id: ChannelId,
): Promise<void> {
  await realm.withFreshState(() => {
    if (realm.channels.get(id)?.isArchived) throw new ApiError('Channel is already archived.')
  })
  await changeChannel(core, realm, caller, id, { isArchived: true })
}
