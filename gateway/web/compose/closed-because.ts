import type { Narrow } from '../model/narrow.ts'
import { channelOf } from '../store/derived/channel-access.ts'
import { deactivatedIn } from '../store/derived/deactivated.ts'
import { nameOf } from '../store/derived/names.ts'
import { isInGroup } from '../store/slices/message-rules.ts'
import type { Store } from '../store/state/store.ts'
import { t } from '../texts/texts.ts'

/**
 * Why the server refuses the reader's messages in a place; undefined where the reader may write, as far as
 * the state tells.
 */
export function closedBecause(store: Store, narrow: Narrow): string | undefined {
  const deactivated = deactivatedIn(store, narrow)
  if (deactivated.length > 0)
    return t.deactivatedHere(t.and(deactivated.map((id) => nameOf(store, id))), deactivated.length)
  const groups = store.groups.value
  if (narrow.kind === 'direct') {
    const { direct_message_permission_group: allowed } = store.messageRules.value
    const isFree = narrow.people.every((id) => id === store.me || store.people.value.get(id)?.is_bot)
    const mayWrite = isFree || [store.me, ...narrow.people].some((id) => isInGroup(groups, allowed, id))
    return mayWrite ? undefined : t.mayNotWriteDirectly
  }
  const channel = 'channel' in narrow ? channelOf(store, narrow.channel) : undefined
  if (channel === undefined || isInGroup(groups, channel.can_send_message_group, store.me)) return undefined
  return t.mayNotPost
}
