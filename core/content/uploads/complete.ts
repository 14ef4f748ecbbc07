import { statement } from '../../platform/db/statements/statement.ts'
import { toUsers } from '../../platform/events/audience.ts'
import type { Tx } from '../../platform/transactions/transact.ts'
import type { Core } from '../../state/core.ts'
import { ATTACHMENT_COLUMNS, type AttachmentRow, shownAttachment } from './attachment.ts'
import { newPathId } from './file-name.ts'
import type { PendingUpload } from './pending.ts'
import { addUsedSpace, checkSize, type UploadLimits } from './space.ts'
import type { PictureFacts } from './thumbnail-formats.ts'
import { MAKE_THUMBNAILS, type PictureJob } from './thumbnail-jobs.ts'

const LOCK = statement(
  'upload.lock',
  'SELECT path_id AS "pathId" FROM pending_upload WHERE storage_key = $1 FOR UPDATE', // pending_upload_pkey
)
const INSERT = statement(
  'attachment.insert',
  `WITH a AS (
     INSERT INTO attachment (realm_id, owner_id, name, path_id, storage_key, content_type, size)
     VALUES ($1, $2, $3, $4, $5, $6, $7) RETURNING *
   ) SELECT ${ATTACHMENT_COLUMNS} FROM a`,
)
const PICTURE = statement(
  'attachment-picture.insert',
  `INSERT INTO attachment_picture (attachment_id, content_type, width, height, frames)
   VALUES ($1, $2, $3, $4, $5)`,
)
const COMPLETE = statement('upload.complete', 'UPDATE pending_upload SET path_id = $2 WHERE storage_key = $1')
const DONE = statement('upload.done', 'DELETE FROM pending_upload WHERE storage_key = $1')

/**
 * Creates the attachment of an upload whose bytes are stored, and emits it to the uploader. `picture` is the
 * metadata of an image, otherwise undefined. Resolves to the path below `/user_uploads/`. Idempotent for
 * uploads with a declared length. Resolves to undefined when the upload was discarded meanwhile. Throws when
 * the file is too large or exceeds the quota; it then creates no attachment.
 */
export function completeUpload(
  core: Core,
  pending: PendingUpload,
  limits: UploadLimits,
  size: number,
  picture: PictureFacts | undefined,
): Promise<string | undefined> {
  return core.transact(pending.realmId, async (tx) => {
    await tx.lockLog()
    const [locked] = await tx.run<Pick<PendingUpload, 'pathId'>>(LOCK, [pending.storageKey])
    if (locked === undefined) return undefined
    if (locked.pathId !== null) return locked.pathId
    const used = await addUsedSpace(tx, size)
    checkSize(limits, used - size, size)
    const pathId = await insert(tx, pending, size, used, picture)
    await (pending.length === null
      ? tx.run(DONE, [pending.storageKey])
      : tx.run(COMPLETE, [pending.storageKey, pathId]))
    return pathId
  })
}

async function insert(
  tx: Tx,
  pending: PendingUpload,
  size: number,
  used: number,
  picture: PictureFacts | undefined,
): Promise<string> {
  const { realmId: realm, ownerId: owner, storageKey: key, name, contentType } = pending
  const pathId = newPathId(realm, name)
  const [row] = await tx.run<AttachmentRow>(INSERT, [realm, owner, name, pathId, key, contentType, size])
  const attachment = shownAttachment(row!)
  if (picture !== undefined) {
    const { contentType: type, width, height, frames } = picture
    await tx.run(PICTURE, [attachment.id, type, width, height, frames])
    const job: PictureJob = { realm, attachment: attachment.id, key }
    tx.enqueue(MAKE_THUMBNAILS, job)
  }
  tx.emit({ type: 'attachment', op: 'add', attachment, upload_space_used: used }, toUsers([owner]))
  return pathId
}
