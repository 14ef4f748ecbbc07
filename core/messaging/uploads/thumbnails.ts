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
const FORGOTTEN = statement(
  'attachment-picture.forgotten',
  `SELECT a.realm_id AS realm, a.id AS attachment, a.storage_key AS key,
     p.created_at < clock_timestamp() - interval '1 day' AS "isHopeless"
   FROM attachment_picture p JOIN attachment a ON a.id = p.attachment_id
   WHERE NOT p.is_ready AND p.created_at < clock_timestamp() - interval '1 hour' ORDER BY p.created_at LIMIT 1000`,
)

/** Messages that are shown anew in one transaction. */
const TOGETHER = 20

/** Whether the smaller versions of a picture are still to be made: nobody has, and the file is still there. */
export async function isWaiting(core: Core, { attachment }: PictureJob): Promise<boolean> {
  return (await core.db.run(IS_WAITING, [attachment])).length > 0
}

/**
 * Shows a picture, whose smaller versions have been stored, in the messages that link it. May be called again. When
 * the file is gone meanwhile, so are they.
 */
export async function thumbnailsMade(core: Core, job: PictureJob): Promise<void> {
  await core.transactLocked(job.realm, async (tx) => {
    if ((await tx.run(READY, [job.attachment])).length === 0) deleteFiles(tx, thumbnailKeys(job.key))
  })
  await showIn(core, job.realm, await linking(core.db, job.attachment))
}

/**
 * Takes a picture of which there are no smaller versions, nor will be, for a file like others. May be called again, and
 * changes nothing of one that another attempt has made ready.
 */
export async function thumbnailsFailed(core: Core, job: PictureJob): Promise<void> {
  await core.transactLocked(job.realm, async (tx) => {
    await tx.run(NONE, [job.attachment])
    const isReady = (await tx.run(ANY, [job.attachment])).length > 0
    if (!isReady) deleteFiles(tx, thumbnailKeys(job.key))
  })
  await showIn(core, job.realm, await linking(core.db, job.attachment))
}

/**
 * Has these messages show their pictures as they are now. A message that waits for several changes once, when
 * nothing is left to wait for; one that shows no picture that waits is left as it is.
 */
export async function showIn(core: Core, realm: RealmId, messages: readonly MessageId[]): Promise<void> {
  for (let start = 0; start < messages.length; start += TOGETHER) {
    await rerender(core, realm, messages.slice(start, start + TOGETHER), asTheyAre)
  }
}

async function asTheyAre(tx: Sql, messages: readonly Rerenderable[]): Promise<NewHtml> {
  const loading = messages.filter(({ html }) => isLoading(html)).map(({ id }) => id)
  const files = loading.length === 0 ? [] : await tx.run<Showable & { message: MessageId }>(FILES, [loading])
  return ({ id, html }) => {
    const own = files.filter(({ message }) => message === id)
    const waits = !loading.includes(id) || own.some(({ picture }) => picture?.isReady === false)
    return waits ? html : showPictures(html, own)
  }
}

/** Pictures that have waited for an hour, whose jobs were lost, are asked for again; after a day they are given up. */
export async function remindOfPictures(core: Core): Promise<void> {
  for (const { isHopeless, ...job } of await core.db.run<PictureJob & { isHopeless: boolean }>(FORGOTTEN)) {
    if (isHopeless) await thumbnailsFailed(core, job)
    else {
      await core.transact(job.realm, async (tx) => {
        tx.enqueue(MAKE_THUMBNAILS, job)
      })
    }
  }
}

const linking = async (sql: Sql, attachment: AttachmentId): Promise<MessageId[]> =>
  (await sql.run<{ id: MessageId }>(LINKING, [attachment])).map(({ id }) => id)
