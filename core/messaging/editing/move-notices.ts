import { topicLink } from '../../content/markdown/topic-link.ts'
import { isSameTopic } from '../../platform/text/topic-key.ts'
import type { Tx } from '../../platform/transactions/transact.ts'
import type { Core } from '../../state/core.ts'
import { noticeTexts } from '../../state/notices/texts.ts'
import type { Notice } from '../../state/realm/notice.ts'
import type { RealmState } from '../../state/realm/state.ts'
import type { UserRecord } from '../../state/users/record.ts'
import { isResolving, RESOLVED_PREFIX } from '../conversations/resolved-topic.ts'
import type { LockedMessage } from '../messages/lock-message.ts'
import { storeNotices } from '../sending/notice.ts'
import type { MoveSet, Target } from './move.ts'
import { noticeReadState } from './resolved-notice.ts'

/** In which topics to post a notice: the former one, the new one. */
export interface MoveNotices {
  readonly old: boolean
  readonly new: boolean
}

/**
 * Posts notices of the notification bot about a move in the topics that `wanted` chooses. A whole topic that
 * was resolved or reopened gets only a notice about that. A change of case gets none.
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
  const former: Target = { channel: message.channelId!, topic: message.topic! }
  const by = `@_**${mover.fullName}|${mover.id}**`
  const t = noticeTexts(realm)
  const isSameChannel = former.channel === target.channel
  if (isSameChannel && isSameTopic(former.topic, target.topic)) return
  const post = async (notices: Notice[]) => void (await storeNotices(tx, core, realm, notices))
  if (isSameChannel && moving.isAll && isResolving(former.topic, target.topic)) {
    const content = target.topic.startsWith(RESOLVED_PREFIX) ? t.resolved(by) : t.unresolved(by)
    return post([{ to: target, as: mover, content, ...(await noticeReadState(tx, realm, mover.id, target)) }])
  }
  const moved = { isAll: moving.isAll, count: moving.messages.length }
  const link = (place: Target) => (isSameChannel ? linkTo(realm, place) : linkAcrossChannels(realm, place))
  const arrived = t.movedHere(moved, link(former), by)
  const left = t.movedAway(moved, link(target), by)
  await post([
    ...(wanted.new ? [{ to: target, as: mover, content: arrived }] : []),
    ...(wanted.old ? [{ to: former, as: mover, content: left }] : []),
  ])
}

/** Does not name private channels: readers of the notice may not see them. */
function linkAcrossChannels(realm: RealmState, target: Target): string {
  return realm.channels.get(target.channel)!.isPrivate
    ? noticeTexts(realm).privateChannel
    : linkTo(realm, target)
}

const linkTo = (realm: RealmState, { channel, topic }: Target): string =>
  topicLink(realm.channels.get(channel)!, topic)
