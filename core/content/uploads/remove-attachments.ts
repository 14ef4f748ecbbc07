import { UNCLAIMED_UPLOAD_DAYS } from '../../../config/limits.ts'
import type { Columns } from '../../platform/db/statements/row.ts'
import { statement } from '../../platform/db/statements/statement.ts'
import { toUsers } from '../../platform/events/audience.ts'
import type { AttachmentId, MessageId, RealmId, UserId } from '../../platform/ids.ts'
import { RealmFailures } from '../../platform/jobs/realm-failures.ts'
import type { Tx } from '../../platform/transactions/transact.ts'
import type { Caller } from '../../state/caller.ts'
import type { Core } from '../../state/core.ts'
import { deleteFiles } from './delete-files.ts'
import type { Attachment } from './entities.ts'
import { invalidAttachment } from './errors.ts'
import { addUsedSpace } from './space.ts'
import { thumbnailKeys } from './thumbnail-formats.ts'
import { SHOW_PICTURES, type ShowJob } from './thumbnail-jobs.ts'

// attachment_picture_pkey, attachment_message_pkey
const REMOVED = `id, owner_id AS "ownerId", storage_key AS "storageKey", size,
  EXISTS (SELECT FROM attachment_picture p WHERE p.attachment_id = a.id) AS "isPicture",
  ARRAY(SELECT am.message_id FROM attachment_message am JOIN attachment_picture p USING (attachment_id)
    WHERE am.attachment_id = a.id AND NOT p.is_ready) AS waiting`

const DELETE = statement(
  'attachment.delete',
  `DELETE FROM attachment a WHERE id = $1 AND owner_id = $2 RETURNING ${REMOVED}`, // attachment_pkey
)
// The name at the end of a path may be escaped where a text links it.
const unclaimed = `NOT EXISTS (SELECT FROM attachment_message am WHERE am.attachment_id = a.id)
  AND NOT EXISTS (SELECT FROM scheduled_message s WHERE s.realm_id = a.realm_id
    AND strpos(s.rendered_content, regexp_replace(a.path_id, '[^/]*$', '')) > 0)
  AND greatest(a.created_at, a.released_at) < clock_timestamp() - make_interval(days => $1)`
// An organization without a log is being imported: its files come before its messages.
const UNCLAIMED = statement(
  'attachment.unclaimed',
  `SELECT a.realm_id AS "realmId", array_agg(a.id) AS ids FROM attachment a JOIN event_head h ON h.realm_id = a.realm_id
   WHERE ${unclaimed} GROUP BY a.realm_id`,
)
const DELETE_UNCLAIMED = statement(
  'attachment.delete-unclaimed',
  `DELETE FROM attachment a WHERE a.id = ANY ($2::int[]) AND ${unclaimed}
   RETURNING ${REMOVED}`, // attachment_pkey
)

type Removed = Columns<typeof Attachment, 'id' | 'ownerId' | 'storageKey' | 'size'> & {
  readonly isPicture: boolean
  /** Messages that show a placeholder for the picture. */
  readonly waiting: readonly MessageId[]
}

/** The files of an organization that no message links, and none that is scheduled. */
type Unclaimed = Columns<typeof Attachment, 'realmId'> & { readonly ids: readonly AttachmentId[] }

const DELETE_SOME_OF_OWNER = statement(
  'attachment.delete-some-of-owner',
  // attachment_owner, attachment_pkey
  `DELETE FROM attachment a WHERE id = ANY (ARRAY(
     SELECT id FROM attachment WHERE owner_id = $1 AND realm_id = $2 ORDER BY id LIMIT 200)) RETURNING ${REMOVED}`,
)

/** Most files removed in one transaction. */
const BATCH = 200

/** Removes a file and its previews in messages. Throws "Invalid attachment" when it is not the user's. */
export async function removeAttachment(caller: Caller, id: AttachmentId): Promise<void> {
  const { core } = caller
  await core.change(caller, async ({ tx, actor }) => {
    const removed = await tx.run<Removed>(DELETE, [id, actor.id])
    if (removed.length === 0) throw invalidAttachment()
    await emitRemovedAndDeleteFiles(tx, removed)
  })
}

/**
 * Removes all files that no message has linked for UNCLAIMED_UPLOAD_DAYS, except those that a scheduled
 * message links. Resolves to the number of files. Throws `RealmsFailed` at the end.
 */
export async function removeUnclaimed(core: Core): Promise<number> {
  const failures = new RealmFailures(core.log)
  let count = 0
  const found = await core.db.run<Unclaimed>(UNCLAIMED, [UNCLAIMED_UPLOAD_DAYS])
  for (const { realmId, ids } of found) {
    for (let start = 0; start < ids.length; start += BATCH) {
      await failures.contain(realmId, async () => {
        count += await removeSome(core, realmId, ids.slice(start, start + BATCH))
      })
    }
  }
  failures.throwIfAny()
  return count
}

const removeSome = (core: Core, realm: RealmId, ids: readonly AttachmentId[]): Promise<number> =>
  core.transact(realm, async (tx) => {
    await tx.lockLog()
    const removed = await tx.run<Removed>(DELETE_UNCLAIMED, [UNCLAIMED_UPLOAD_DAYS, ids])
    await emitRemovedAndDeleteFiles(tx, removed)
    return removed.length
  })

/** Removes up to 200 files of a user, also those that messages link. Resolves to their number. */
export const removeSomeFilesOf = (core: Core, realm: RealmId, owner: UserId): Promise<number> =>
  core.transact(realm, async (tx) => {
    await tx.lockLog()
    const removed = await tx.run<Removed>(DELETE_SOME_OF_OWNER, [owner, realm])
    await emitRemovedAndDeleteFiles(tx, removed)
    return removed.length
  })

async function emitRemovedAndDeleteFiles(tx: Tx, removed: readonly Removed[]): Promise<void> {
  if (removed.length === 0) return
  const upload_space_used = await addUsedSpace(tx, -removed.reduce((sum, { size }) => sum + size, 0))
  for (const { id, ownerId } of removed) {
    tx.emit({ type: 'attachment', op: 'remove', attachment: { id }, upload_space_used }, toUsers([ownerId]))
  }
  deleteFiles(
    tx,
    removed.flatMap(({ storageKey: key, isPicture }) => (isPicture ? [key, ...thumbnailKeys(key)] : [key])),
  )
  const show: ShowJob = { realm: tx.realm, messages: removed.flatMap(({ waiting }) => waiting) }
  if (show.messages.length > 0) tx.enqueue(SHOW_PICTURES, show)
}
