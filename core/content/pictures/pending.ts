import { UPLOAD_LIFETIME_SECONDS } from '../../../config/limits.ts'
import type { Columns } from '../../platform/db/statements/row.ts'
import { statement } from '../../platform/db/statements/statement.ts'
import type { Tx } from '../../platform/transactions/transact.ts'
import type { Caller } from '../../state/caller.ts'
import type { Core } from '../../state/core.ts'
import { type PicturePath, pictureKey } from '../../state/pictures/path.ts'
import type { RealmState } from '../../state/realm/state.ts'
import { deleteFiles } from '../uploads/delete-files.ts'
import type { PendingUpload } from '../uploads/entities.ts'

const BEGIN = statement(
  'picture.begin',
  `INSERT INTO pending_upload (storage_key, realm_id, owner_id, name, content_type, expires_at)
   SELECT key, $2, $3, '', 'image/*', clock_timestamp() + make_interval(secs => $4) FROM unnest($1::text[]) AS key`,
)
const FORGET = statement(
  'picture.forget',
  // pending_upload_pkey
  'DELETE FROM pending_upload WHERE storage_key = ANY ($1::text[]) RETURNING storage_key AS "storageKey"',
)

/** Records files before they are stored, so that files of failed uploads are found and deleted. */
export async function recordPendingPictures(
  { core, realm, user }: Caller,
  paths: readonly PicturePath[],
): Promise<void> {
  const values = [paths.map(pictureKey), realm.id, user.id, UPLOAD_LIFETIME_SECONDS]
  await core.transact(realm.id, (tx) => tx.run(BEGIN, values))
}

/**
 * Marks stored files as used, in the transaction that stores the reference to them. Throws when they have
 * expired.
 */
export async function claimPictures(tx: Tx, paths: readonly PicturePath[]): Promise<void> {
  const found = await tx.run(FORGET, [paths.map(pictureKey)])
  if (found.length !== paths.length) throw new Error('a picture took longer than an upload may')
}

/** Enqueues the deletion of files that were recorded but not claimed. */
export async function discardPictures(
  core: Core,
  realm: RealmState,
  paths: readonly PicturePath[],
): Promise<void> {
  await core.transact(realm.id, async (tx) => {
    const found = await tx.run<Columns<typeof PendingUpload, 'storageKey'>>(FORGET, [paths.map(pictureKey)])
    deleteFiles(
      tx,
      found.map(({ storageKey }) => storageKey),
    )
  })
}

/** Enqueues the deletion of files that were claimed. They are deleted after the transaction commits. */
export const deletePictures = (tx: Tx, paths: readonly PicturePath[]): void =>
  deleteFiles(tx, paths.map(pictureKey))
