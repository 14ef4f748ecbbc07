import { createHash } from 'node:crypto'
import { findFirstMessage } from '../../channels/changing/first-message.ts'
import { followMove } from '../../channels/user-topics/follow-move.ts'
import { previewLinks } from '../../content/link-previews/previews.ts'
import { checkMentions } from '../../content/markdown/group-mentions.ts'
import { type Rendered, render } from '../../content/markdown/render.ts'
import { checkContent, checkTopic } from '../../content/messages/check-text.ts'
import { messageContext } from '../../content/messages/realm-context.ts'
import type { Attachment } from '../../content/uploads/attachment.ts'
import { showPictures } from '../../content/uploads/pictures.ts'
import type { Sql } from '../../platform/db/statements/statement.ts'
import type { ChannelId, MessageId } from '../../platform/ids.ts'
import type { Tx } from '../../platform/transactions/transact.ts'
import { canSendToChannel } from '../../state/access/channel-permissions.ts'
import type { Caller } from '../../state/caller.ts'
import { invalidChannelId } from '../../state/channels/errors.ts'
import type { Core } from '../../state/core.ts'
import type { RealmState } from '../../state/realm/state.ts'
import type { UserRecord } from '../../state/users/record.ts'
import { isResolving, RESOLVED_PREFIX } from '../conversations/resolved-topic.ts'
import { moveDrafts } from '../drafts/follow-move.ts'
import {
  contentChangeWithChannelChange,
  contentMismatch,
  directMessageHasNoTopic,
  directMessageNotMovable,
  generalChatNotResolvable,
  nothingToChange,
  propagateModeWithoutMove,
} from '../messages/errors.ts'
import { type LockedMessage, lockMessage } from '../messages/lock-message.ts'
import { moveScheduled } from '../scheduled/follow-move.ts'
import { checkTopicsPolicy } from '../sending/topics-policy.ts'
import { checkWildcards } from '../sending/wildcard-permission.ts'
import type { ReadableUpload } from '../uploads/access.ts'
import { linkedFiles, reclaimUploads } from '../uploads/claims.ts'
import { editContent, type NewContent, orPlaceholder } from './edit-content.ts'
import { checkCanEditContent, checkCanEditTopic, checkCanMove } from './edit-permission.ts'
import { emitUpdate } from './emit-update.ts'
import { messagesToMove, moveMessages, type Target } from './move.ts'
import { type MoveNotices, postMoveNotices } from './move-notices.ts'

/** Which messages of the topic move: only the given one, it and all later ones, or all. */
export type PropagateMode = 'change_one' | 'change_later' | 'change_all'

export interface EditRequest {
  readonly content?: string
  readonly topic?: string
  readonly channel?: ChannelId
  readonly mode: PropagateMode
  /**
   * SHA-256 in hexadecimal of the content that the client started from; `contentMismatch` if it has changed
   * since.
   */
  readonly formerContentHash?: string
  /** In which topics to post a notice about a move. */
  readonly notices: MoveNotices
}

/**
 * Changes a message's content, or its topic or channel together with other messages of its topic. Throws
 * `invalidMessages`, `moveTimeLimitExceeded`, and other errors when the caller may not make one of the
 * changes; then nothing is changed. Returns the caller's uploads that no message links any longer.
 */
export async function editMessage(
  caller: Caller,
  id: MessageId,
  request: EditRequest,
): Promise<readonly Attachment[]> {
  const { core, realm } = caller
  const given = newContentOf(caller, request)
  const topic = request.topic === undefined ? undefined : checkTopic(request.topic)
  return core.change(caller, async ({ tx, actor }) => {
    const message = await lockMessage(tx, realm, actor, id)
    const target = targetOf(message, topic, request.channel)
    checkRequest(message, request, target)
    if (given !== undefined) {
      checkCanEditContent(realm, actor, message)
      checkFormerContent(message, request.formerContentHash)
      checkMentions(realm, actor, given.rendered)
      await checkWildcardsOfEdit(tx, realm, actor, message, given)
    }
    const uploads = given?.rendered.uploads ?? []
    const [files = []] = await linkedFiles(tx, realm, [{ linker: actor, uploads }])
    const linkPreviews = await previewLinks(tx, given === undefined ? [] : [given.rendered])
    const content = given && {
      content: given.content,
      rendered: linkPreviews.show(withPictures(given.rendered, files)),
    }
    if (content !== undefined) linkPreviews.enqueueFetch(id, actor.id, content.rendered)
    const edit = { content, target, mode: request.mode, notices: request.notices }
    await applyEdit(tx, core, realm, actor, message, edit)
    if (content === undefined) return []
    const wereLinked = message.renderedContent.includes('user_uploads/')
    return uploads.length > 0 || wereLinked ? reclaimUploads(tx, actor.id, { id, files }) : []
  })
}

interface Edit {
  readonly content: NewContent | undefined
  readonly target: Target | undefined
  readonly mode: PropagateMode
  readonly notices: MoveNotices
}

async function applyEdit(
  tx: Tx,
  core: Core,
  realm: RealmState,
  user: UserRecord,
  message: LockedMessage,
  { content, target, mode, notices }: Edit,
): Promise<void> {
  if (target !== undefined) checkTarget(realm, user, message, target)
  const moving = target && (await messagesToMove(tx, realm, user, message, target, mode))
  const changed = content && (await editContent(tx, realm, user.id, message, content))
  const update = { changed, target, moving, mode }
  if (target === undefined || moving === undefined) {
    return emitUpdate(tx, realm, user, message, update, async () => undefined)
  }
  let targetHadMessages = false
  await emitUpdate(tx, realm, user, message, update, async () => {
    targetHadMessages = await moveMessages(tx, realm, user.id, message, target, moving)
  })
  const former = { channel: message.channelId!, topic: message.topic! }
  if (moving.isAll) {
    await followMove(tx, realm, former, target, targetHadMessages)
    await moveDrafts(tx, realm, former, target)
    await moveScheduled(tx, realm, former, target)
  }
  if (target.channel !== former.channel) {
    await findFirstMessage(tx, realm, former.channel)
    await findFirstMessage(tx, realm, target.channel)
  }
  await postMoveNotices(tx, core, realm, user, message, target, moving, notices)
}

function newContentOf(
  { core, realm, user }: Caller,
  { content: given }: EditRequest,
): NewContent | undefined {
  if (given === undefined) return undefined
  const content = checkContent(orPlaceholder(given))
  return { content, rendered: render(content, messageContext(core, realm, user)) }
}

const withPictures = (rendered: Rendered, files: readonly ReadableUpload[]): Rendered => ({
  ...rendered,
  html: showPictures(rendered.html, files),
})

/** Where the message moves; undefined when it stays. */
function targetOf(
  { channelId: channel, topic: former }: LockedMessage,
  topic: string | undefined,
  to: ChannelId | undefined,
): Target | undefined {
  if (channel === null) return undefined
  const target = { channel: to ?? channel, topic: topic ?? former! }
  return target.channel === channel && target.topic === former ? undefined : target
}

function checkRequest(
  { channelId: channel }: LockedMessage,
  request: EditRequest,
  target: Target | undefined,
): void {
  if (channel === null) {
    if (request.channel !== undefined) throw directMessageNotMovable()
    if (request.topic !== undefined) throw directMessageHasNoTopic()
  }
  if (request.content === undefined && target === undefined) throw nothingToChange()
  if (request.mode !== 'change_one' && target === undefined) {
    throw propagateModeWithoutMove()
  }
  if (target?.topic === RESOLVED_PREFIX.trim()) {
    throw generalChatNotResolvable()
  }
  if (request.content !== undefined && target !== undefined && target.channel !== channel) {
    throw contentChangeWithChannelChange()
  }
}

function checkFormerContent({ content }: LockedMessage, hash: string | undefined): void {
  if (hash === undefined || createHash('sha256').update(content).digest('hex') === hash) return
  throw contentMismatch()
}

/** Throws when a wildcard of the new content mentions more people than the sender may. */
async function checkWildcardsOfEdit(
  sql: Sql,
  realm: RealmState,
  user: UserRecord,
  { channelId: channel, topic }: LockedMessage,
  { rendered }: NewContent,
): Promise<void> {
  if (channel !== null) await checkWildcards(sql, realm, user, { channel, topic: topic! }, rendered)
}

/** Throws unless the user may move messages of this channel and topic and send to the target. */
function checkTarget(realm: RealmState, user: UserRecord, message: LockedMessage, target: Target): void {
  const former = realm.channels.get(message.channelId!)!
  if (target.topic !== message.topic) {
    checkCanEditTopic(realm, user, former, isResolving(message.topic!, target.topic))
  }
  const channel = realm.channels.get(target.channel)
  if (channel !== former) {
    checkCanMove(realm, user, former)
    if (channel === undefined || !canSendToChannel(realm, user, channel)) throw invalidChannelId()
  }
  checkTopicsPolicy(realm, channel, target.topic)
}
