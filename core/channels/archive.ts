import type { ChannelId } from '../platform/ids.ts'
import type { Caller } from '../state/caller.ts'
import { changeChannel } from './change.ts'
import { channelAlreadyArchived } from './errors.ts'

/**
 * Archives a channel (spec.md DELETE /streams/{stream_id}): it is read and not written in, and gives its name up.
 * The caller is an administrator. Throws when there is no such channel, and when it is archived.
 */
export async function archiveChannel(caller: Caller, id: ChannelId): Promise<void> {
  const { realm } = caller
  await realm.withFreshState(() => {
    if (realm.channels.get(id)?.isArchived) throw channelAlreadyArchived()
  })
  await changeChannel(caller, id, { isArchived: true })
}
