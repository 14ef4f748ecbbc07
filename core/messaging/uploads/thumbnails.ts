import { isLoading } from '../../content/markdown/upload-previews.ts'
import { deleteFiles } from '../../content/uploads/delete-files.ts'
import { PICTURE, type Showable, showPictures } from '../../content/uploads/pictures.ts'
import { thumbnailKeys } from '../../content/uploads/thumbnail-formats.ts'
import { MAKE_THUMBNAILS, type PictureJob } from '../../content/uploads/thumbnail-jobs.ts'
import { type Sql, statement } from '../../platform/db/statement.ts'
import type { AttachmentId, MessageId, RealmId } from '../../platform/ids.ts'
import type { Core } from '../../state/core.ts'
import { type NewHtml, type Rerenderable, rerender } from '../messages/rerender.ts'

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
  'SELECT message_id AS id FROM attachment_message WHERE attachment_id = $1 ORDER BY message_id', // attachment_message_pkey
)
// message_pkey, attachment_message_message, attachment_picture_pkey
const FILES = statement(
  'attachment-picture.of-messages',
  `SELECT am.message_id AS message, a.path_id AS "pathId", ${PICTURE}
   FROM attachment_message am JOIN attachment a ON a.id = am.attachment_id WHERE am.message_id = ANY ($1::int8[])`,
)
// attachment_picture_waiting
const OVERDUE = statement(
  'attachment-picture.forgotten',
  `SELECT a.realm_id AS realm, a.id AS attachment, a.storage_key AS key,
     p.created_at < clock_timestamp() - interval '1 day' AS "isTooOld"
   FROM attachment_picture p JOIN attachment a ON a.id = p.attachment_id
   WHERE NOT p.is_ready AND p.created_at < clock_timestamp() - interval '1 hour' ORDER BY p.created_at LIMIT 1000`,
)

/** Most messages rendered again in one transaction. */
const BATCH = 20

/** Whether the image still exists and has no thumbnails yet. */
export async function isWaiting(core: Core, { attachment }: PictureJob): Promise<boolean> {
  return (await core.db.run(IS_WAITING, [attachment])).length > 0
}

/**
 * Shows an image, whose thumbnails are stored, in the messages that link it. Deletes the thumbnails when the file was
 * deleted meanwhile. Idempotent.
 */
export async function thumbnailsMade(core: Core, job: PictureJob): Promise<void> {
  await core.transactLocked(job.realm, async (tx) => {
    if ((await tx.run(READY, [job.attachment])).length === 0) deleteFiles(tx, thumbnailKeys(job.key))
  })
  await updateImagePreviews(core, job.realm, await linking(core.db, job.attachment))
}

/**
 * Treats an image whose thumbnails cannot be made as an ordinary file. Does nothing when another attempt has made the
 * thumbnails. Idempotent.
 */
export async function thumbnailsFailed(core: Core, job: PictureJob): Promise<void> {
  await core.transactLocked(job.realm, async (tx) => {
    await tx.run(NONE, [job.attachment])
    const isReady = (await tx.run(ANY, [job.attachment])).length > 0
    if (!isReady) deleteFiles(tx, thumbnailKeys(job.key))
  })
  await updateImagePreviews(core, job.realm, await linking(core.db, job.attachment))
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
  const loading = messages.filter(({ html }) => isLoading(html)).map(({ id }) => id)
  const files = loading.length === 0 ? [] : await tx.run<Showable & { message: MessageId }>(FILES, [loading])
  return ({ id, html }) => {
    const own = files.filter(({ message }) => message === id)
    const waits = !loading.includes(id) || own.some(({ picture }) => picture?.isReady === false)
    return waits ? html : showPictures(html, own)
  }
}

/** Enqueues the jobs again of images that have waited for an hour. Gives up after a day. */
export async function retryThumbnails(core: Core): Promise<void> {
  for (const { isTooOld, ...job } of await core.db.run<PictureJob & { isTooOld: boolean }>(OVERDUE)) {
    if (isTooOld) await thumbnailsFailed(core, job)
    else {
      await core.transact(job.realm, async (tx) => {
        tx.enqueue(MAKE_THUMBNAILS, job)
      })
    }
  }
}

const linking = async (sql: Sql, attachment: AttachmentId): Promise<MessageId[]> =>
  (await sql.run<{ id: MessageId }>(LINKING, [attachment])).map(({ id }) => id)
