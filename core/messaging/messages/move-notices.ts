import { topicLink } from '../../content/markdown/topic-link.ts'
import type { Tx } from '../../platform/db/transact.ts'
import type { Core } from '../../state/core.ts'
import type { Notice } from '../../state/notice.ts'
import type { RealmState } from '../../state/realm/state.ts'
import type { UserRecord } from '../../state/users/record.ts'
import type { LockedMessage } from './lock-message.ts'
import type { MoveSet, Target } from './move.ts'
import { storeNotices } from './notice.ts'
import { isResolving, RESOLVED_PREFIX } from './permissions/edit.ts'
import { arrivalOf } from './resolved-notice.ts'

/** Whom the mover wants told: those who stay in the former topic, those of the new one. */
export interface MoveNotices {
  readonly old: boolean
  readonly new: boolean
}

/**
 * Has the notification bot say in the topics what was moved from the one to the other, and by whom. Of a whole
 * topic that was settled, or opened again, it says just that. Nothing is said of a change of case.
 */
export async function postMoveNotices(
  tx: Tx,
  core: Core,
  realm: RealmState,
  mover: UserRecord,
  message: LockedMessage,
  target: Target,
  moving: MoveSet,
  wanted: MoveNotices,
): Promise<void> {
  const former: Target = { channel: message.channel!, topic: message.topic! }
  const by = `@_**${mover.fullName}|${mover.id}**`
  const isSameChannel = former.channel === target.channel
  if (isSameChannel && former.topic.toLowerCase() === target.topic.toLowerCase()) return
  const tell = async (notices: Notice[]) => void (await storeNotices(tx, core, realm, notices))
  if (isSameChannel && moving.isAll && isResolving(former.topic, target.topic)) {
    const state = target.topic.startsWith(RESOLVED_PREFIX) ? 'resolved' : 'unresolved'
    const content = `${by} has marked this topic as ${state}.`
    return tell([{ to: target, as: mover, content, ...(await arrivalOf(tx, realm, mover.id, target)) }])
  }
  const what = amountOf(moving)
  const place = (there: Target) => (isSameChannel ? linkTo(realm, there) : placeElsewhere(realm, there))
  const here = `${what} moved here from ${place(former)} by ${by}.`
  const gone = `${what} moved ${moving.isAll ? '' : 'from this topic '}to ${place(target)} by ${by}.`
  await tell([
    ...(wanted.new ? [{ to: target, as: mover, content: here }] : []),
    ...(wanted.old ? [{ to: former, as: mover, content: gone }] : []),
  ])
}

function amountOf({ isAll, messages }: MoveSet): string {
  if (isAll) return 'This topic was'
  return messages.length === 1 ? 'A message was' : `${messages.length} messages were`
}

/** Those who read a notice in one channel may not know of another that is private. */
function placeElsewhere(realm: RealmState, there: Target): string {
  return realm.channels.get(there.channel)!.isPrivate ? 'a private channel' : linkTo(realm, there)
}

const linkTo = (realm: RealmState, { channel, topic }: Target): string =>
  topicLink(realm.channels.get(channel)!, topic)
