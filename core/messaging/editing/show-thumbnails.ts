import { isLoading } from '../../content/markdown/upload-previews.ts'
import { deleteFiles } from '../../content/uploads/delete-files.ts'
import type { Attachment, AttachmentMessage } from '../../content/uploads/entities.ts'
import { PICTURE, type Showable, showPictures } from '../../content/uploads/pictures.ts'
import { thumbnailKeys } from '../../content/uploads/thumbnail-formats.ts'
import { MAKE_THUMBNAILS, type PictureJob } from '../../content/uploads/thumbnail-jobs.ts'
import type { Columns } from '../../platform/db/statements/row.ts'
import { type Sql, statement } from '../../platform/db/statements/statement.ts'
import type { AttachmentId, MessageId, RealmId } from '../../platform/ids.ts'
import { RealmFailures } from '../../platform/jobs/realm-failures.ts'
import type { Core } from '../../state/core.ts'
import { type NewHtml, type Rerenderable, rerender } from './rerender.ts'

// attachment_picture_pkey
const ANY = statement('attachment-picture.any', 'SELECT FROM attachment_picture WHERE attachment_id = $1')
const IS_WAITING = statement(
  'attachment-picture.is-waiting',
  'SELECT FROM attachment_picture WHERE attachment_id = $1 AND NOT is_ready',
)
const READY = statement(
  'attachment-picture.ready',
  'UPDATE attachment_picture SET is_ready = true WHERE attachment_id = $1 RETURNING attachment_id',
)
const NONE = statement(
  'attachment-picture.none',
  'DELETE FROM attachment_picture WHERE attachment_id = $1 AND NOT is_ready',
)
const LINKING = statement(
  'attachment-picture.linking',
  // attachment_message_pkey
  'SELECT message_id AS "messageId" FROM attachment_message WHERE attachment_id = $1 ORDER BY message_id',
)
// message_pkey, attachment_message_message, attachment_picture_pkey
const FILES = statement(
  'attachment-picture.of-messages',
  `SELECT am.message_id AS "messageId", a.path_id AS "pathId", ${PICTURE}
   FROM attachment_message am JOIN attachment a ON a.id = am.attachment_id WHERE am.message_id = ANY ($1::int8[])`,
)
const PAGE = 1_000

// attachment_picture_waiting. An organization without a log is being imported.
const OVERDUE = statement(
  'attachment-picture.forgotten',
  `SELECT a.realm_id AS "realmId", a.id, a.storage_key AS "storageKey",
     p.created_at < clock_timestamp() - interval '1 day' AS "isTooOld"
   FROM attachment_picture p JOIN attachment a ON a.id = p.attachment_id JOIN event_head h ON h.realm_id = a.realm_id
   WHERE NOT p.is_ready AND p.created_at < clock_timestamp() - interval '1 hour' AND a.id > $1 ORDER BY a.id LIMIT ${PAGE}`,
)

/** A file, and a message that links it. */
type LinkedPicture = Columns<typeof AttachmentMessage, 'messageId'> & Showable
type Overdue = Columns<typeof Attachment, 'realmId' | 'id' | 'storageKey'> & { readonly isTooOld: boolean }

/** Most messages rendered again in one transaction. */
const BATCH = 20

/** Whether the image still exists and has no thumbnails yet. */
export async function isWaiting(core: Core, { attachment }: PictureJob): Promise<boolean> {
  return (await core.db.run(IS_WAITING, [attachment])).length > 0
}

/**
 * Shows an image, whose thumbnails are stored, in the messages that link it. Deletes the thumbnails when the
 * file was deleted meanwhile. Idempotent.
 */
export async function thumbnailsMade(core: Core, job: PictureJob): Promise<void> {
  await core.transact(job.realm, async (tx) => {
    await tx.lockLog()
    if ((await tx.run(READY, [job.attachment])).length === 0) deleteFiles(tx, thumbnailKeys(job.key))
  })
  await updateImagePreviews(core, job.realm, await messagesLinking(core.db, job.attachment))
}

/**
 * Treats an image whose thumbnails cannot be made as an ordinary file. Does nothing when another attempt has
 * made the thumbnails. Idempotent.
 */
export async function thumbnailsFailed(core: Core, job: PictureJob): Promise<void> {
  await core.transact(job.realm, async (tx) => {
    await tx.lockLog()
    await tx.run(NONE, [job.attachment])
    const isReady = (await tx.run(ANY, [job.attachment])).length > 0
    if (!isReady) deleteFiles(tx, thumbnailKeys(job.key))
  })
  await updateImagePreviews(core, job.realm, await messagesLinking(core.db, job.attachment))
}

/**
 * Updates the image previews of messages. A message changes once, when all its images are ready. A message
 * without placeholders does not change.
 */
export async function updateImagePreviews(
  core: Core,
  realm: RealmId,
  messages: readonly MessageId[],
): Promise<void> {
  for (let start = 0; start < messages.length; start += BATCH) {
    await rerender(core, realm, messages.slice(start, start + BATCH), updatePreviews)
  }
}

async function updatePreviews(tx: Sql, messages: readonly Rerenderable[]): Promise<NewHtml> {
  const loading = messages.filter((message) => isLoading(message.renderedContent)).map(({ id }) => id)
  const files = loading.length === 0 ? [] : await tx.run<LinkedPicture>(FILES, [loading])
  return ({ id, renderedContent: html }) => {
    const own = files.filter(({ messageId }) => messageId === id)
    const waits = !loading.includes(id) || own.some(({ picture }) => picture?.isReady === false)
    return waits ? html : showPictures(html, own)
  }
}

/**
 * Enqueues the jobs again of images that have waited for an hour. Gives up after a day. Throws `RealmsFailed`
 * at the end.
 */
export async function retryThumbnails(core: Core): Promise<void> {
  const failures = new RealmFailures(core.log)
  for (let after = 0; ; ) {
    const overdue = await core.db.run<Overdue>(OVERDUE, [after])
    for (const image of overdue) await failures.contain(image.realmId, () => retryThumbnail(core, image))
    if (overdue.length < PAGE) break
    after = overdue.at(-1)!.id
  }
  failures.throwIfAny()
}

async function retryThumbnail(core: Core, { realmId, id, storageKey, isTooOld }: Overdue): Promise<void> {
  const job: PictureJob = { realm: realmId, attachment: id, key: storageKey }
  if (isTooOld) return thumbnailsFailed(core, job)
  await core.transact(job.realm, async (tx) => {
    tx.enqueue(MAKE_THUMBNAILS, job)
  })
}

/** Returns the messages that link a file, in their order. */
async function messagesLinking(sql: Sql, attachment: AttachmentId): Promise<MessageId[]> {
  const links = await sql.run<Columns<typeof AttachmentMessage, 'messageId'>>(LINKING, [attachment])
  return links.map(({ messageId }) => messageId)
}
