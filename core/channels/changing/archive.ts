import type { ChannelId } from '../../platform/ids.ts'
import type { Caller } from '../../state/caller.ts'
import { channelAlreadyArchived } from '../errors.ts'
import { changeChannel } from './change.ts'

/**
 * Archives a channel (spec.md DELETE /streams/{stream_id}): nobody can send to it, and its name becomes free.
 * Throws when there is no such channel, when it is archived, and when the caller may not administer it.
 */
export function archiveChannel(caller: Caller, id: ChannelId): Promise<void> {
  return changeChannel(caller, id, { isArchived: true }, ({ isArchived }) => {
    if (isArchived) throw channelAlreadyArchived()
  })
}
