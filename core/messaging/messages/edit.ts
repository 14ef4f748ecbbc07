import { createHash } from 'node:crypto'
import { findFirstMessage } from '../../channels/first-message.ts'
import { followMove } from '../../channels/user-topics/follow-move.ts'
import { previewLinks } from '../../content/link-previews/previews.ts'
import { checkMentions } from '../../content/markdown/group-mentions.ts'
import { messageContext } from '../../content/markdown/realm-context.ts'
import { type Rendered, render } from '../../content/markdown/render.ts'
import { checkContent, checkTopic } from '../../content/messages/check-text.ts'
import type { Attachment } from '../../content/uploads/attachment.ts'
import { showPictures } from '../../content/uploads/pictures.ts'
import type { Sql } from '../../platform/db/statement.ts'
import type { Tx } from '../../platform/db/transact.ts'
import { ApiError } from '../../platform/errors.ts'
import type { ChannelId, MessageId } from '../../platform/ids.ts'
import type { Caller } from '../../state/caller.ts'
import { canSendToChannel } from '../../state/channels/permissions.ts'
import type { Core } from '../../state/core.ts'
import type { RealmState } from '../../state/realm/state.ts'
import type { UserRecord } from '../../state/users/record.ts'
import type { Readable } from '../uploads/access.ts'
import { linkedFiles, reclaimUploads } from '../uploads/claims.ts'
import { editContent, type NewContent, withoutContent } from './edit-content.ts'
import { emitUpdate } from './emit-update.ts'
import { type LockedMessage, lockMessage } from './lock-message.ts'
import { messagesToMove, moveMessages, type Target } from './move.ts'
import { type MoveNotices, postMoveNotices } from './move-notices.ts'
import {
  checkCanEditContent,
  checkCanEditTopic,
  checkCanMove,
  isResolving,
  RESOLVED_PREFIX,
} from './permissions/edit.ts'
import { checkTopicsPolicy } from './permissions/topics-policy.ts'
import { checkWildcards } from './permissions/wildcards.ts'

/** Which messages of the topic go along with the one that is moved. */
export type PropagateMode = 'change_one' | 'change_later' | 'change_all'

export interface EditRequest {
  readonly content?: string
  readonly topic?: string
  readonly channel?: ChannelId
  readonly mode: PropagateMode
  /** SHA-256 of the text that the editor began with, in hexadecimal: another one is not overwritten. */
  readonly formerContentHash?: string
  /** Which topics are told of a move. */
  readonly notices: MoveNotices
}

/**
 * Changes what a message says, or its topic or channel, alone or with others of its topic, and tells everyone
 * whom it concerns. Throws "Invalid message(s)", MOVE_MESSAGES_TIME_LIMIT_EXCEEDED, and when the caller may
 * not do that; then nothing is changed. Resolves to the caller's files that no message links any more.
 */
export async function editMessage(
  caller: Caller,
  id: MessageId,
  request: EditRequest,
): Promise<readonly Attachment[]> {
  const { core, realm } = caller
  const given = contentOf(caller, request)
  const topic = request.topic === undefined ? undefined : checkTopic(request.topic)
  return core.change(caller, async ({ tx, actor }) => {
    const message = await lockMessage(tx, realm, actor, id)
    const target = targetOf(message, topic, request.channel)
    checkRequest(message, request, target)
    if (given !== undefined) {
      checkCanEditContent(realm, actor, message)
      checkFormerContent(message, request.formerContentHash)
      checkMentions(realm, actor, given.rendered)
      await checkManyMentioned(tx, realm, actor, message, given)
    }
    const uploads = given?.rendered.uploads ?? []
    const [files = []] = await linkedFiles(tx, realm, [{ linker: actor, uploads }])
    const linkPreviews = await previewLinks(tx, given === undefined ? [] : [given.rendered])
    const content = given && {
      content: given.content,
      rendered: linkPreviews.show(withPictures(given.rendered, files)),
    }
    if (content !== undefined) linkPreviews.enqueueFetch(id, content.rendered)
    const edit = { content, target, mode: request.mode, notices: request.notices }
    await applyEdit(tx, core, realm, actor, message, edit)
    if (content === undefined) return []
    const wereLinked = message.html.includes('user_uploads/')
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
  let wasUsed = false
  await emitUpdate(tx, realm, user, message, update, async () => {
    wasUsed = await moveMessages(tx, realm, user.id, message, target, moving)
  })
  const former = { channel: message.channel!, topic: message.topic! }
  if (moving.isAll) await followMove(tx, realm, former, target, wasUsed)
  if (target.channel !== former.channel) {
    await findFirstMessage(tx, realm, former.channel)
    await findFirstMessage(tx, realm, target.channel)
  }
  await postMoveNotices(tx, core, realm, user, message, target, moving, notices)
}

function contentOf({ core, realm, user }: Caller, { content: given }: EditRequest): NewContent | undefined {
  if (given === undefined) return undefined
  const content = checkContent(withoutContent(given))
  return { content, rendered: render(content, messageContext(core, realm, user)) }
}

const withPictures = (rendered: Rendered, files: readonly Readable[]): Rendered => ({
  ...rendered,
  html: showPictures(rendered.html, files),
})

/** Undefined when the message stays where it is. */
function targetOf(
  { channel, topic: former }: LockedMessage,
  topic: string | undefined,
  to: ChannelId | undefined,
): Target | undefined {
  if (channel === null) return undefined
  const target = { channel: to ?? channel, topic: topic ?? former! }
  return target.channel === channel && target.topic === former ? undefined : target
}

function checkRequest({ channel }: LockedMessage, request: EditRequest, target: Target | undefined): void {
  if (channel === null) {
    if (request.channel !== undefined) throw new ApiError('Direct messages cannot be moved to channels.')
    if (request.topic !== undefined) throw new ApiError('Direct messages cannot have topics.')
  }
  if (request.content === undefined && target === undefined) throw new ApiError('Nothing to change')
  if (request.mode !== 'change_one' && target === undefined) {
    throw new ApiError('Invalid propagate_mode without topic edit')
  }
  if (target?.topic === RESOLVED_PREFIX.trim()) {
    throw new ApiError('General chat cannot be marked as resolved')
  }
  if (request.content !== undefined && target !== undefined && target.channel !== channel) {
    throw new ApiError('Cannot change message content while changing channel')
  }
}

function checkFormerContent({ content }: LockedMessage, hash: string | undefined): void {
  if (hash === undefined || createHash('sha256').update(content).digest('hex') === hash) return
  throw new ApiError("'prev_content_sha256' value does not match the expected value.", {
    code: 'EXPECTATION_MISMATCH',
  })
}

/** Throws when the message would mention more people at once than its sender may. */
async function checkManyMentioned(
  sql: Sql,
  realm: RealmState,
  user: UserRecord,
  { channel, topic }: LockedMessage,
  { rendered }: NewContent,
): Promise<void> {
  if (channel !== null) await checkWildcards(sql, realm, user, { channel, topic: topic! }, rendered)
}

/** Throws unless the user may send messages there, and move them. */
function checkTarget(realm: RealmState, user: UserRecord, message: LockedMessage, target: Target): void {
  const former = realm.channels.get(message.channel!)!
  if (target.topic !== message.topic) {
    checkCanEditTopic(realm, user, former, isResolving(message.topic!, target.topic))
  }
  const channel = realm.channels.get(target.channel)
  if (channel !== former) {
    checkCanMove(realm, user, former)
    if (channel === undefined || !canSendToChannel(realm, user, channel))
      throw new ApiError('Invalid channel ID')
  }
  checkTopicsPolicy(realm, channel, target.topic)
}
