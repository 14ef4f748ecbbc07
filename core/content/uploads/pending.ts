import { MAX_UNFINISHED_UPLOADS, UPLOAD_LIFETIME_SECONDS } from '../../../config/limits.ts'
import type { Columns } from '../../platform/db/statements/row.ts'
import { statement } from '../../platform/db/statements/statement.ts'
import { RealmFailures } from '../../platform/jobs/realm-failures.ts'
import type { Caller } from '../../state/caller.ts'
import type { Core } from '../../state/core.ts'
import { usedSpace } from './attachment.ts'
import { deleteFiles } from './delete-files.ts'
import type { PendingUpload as PendingUploadEntity } from './entities.ts'
import { tooManyUnfinishedUploads } from './errors.ts'
import { displayName, newStorageKey } from './file-name.ts'
import { addUsedSpace, checkSize, type UploadLimits } from './space.ts'

/** An upload in progress. Its `pathId` is null until the upload is complete. */
export type PendingUpload = Columns<
  typeof PendingUploadEntity,
  'storageKey' | 'realmId' | 'ownerId' | 'name' | 'contentType' | 'length' | 'pathId' | 'metadata'
> & {
  /** Milliseconds since 1970, like `expiresAt`. */
  readonly createdAt: number
  readonly expiresAt: number
}

const COLUMNS = `storage_key AS "storageKey", realm_id AS "realmId", owner_id AS "ownerId", name,
  content_type AS "contentType", length,
  floor(extract(epoch FROM created_at) * 1000)::int8 AS "createdAt",
  floor(extract(epoch FROM expires_at) * 1000)::int8 AS "expiresAt", path_id AS "pathId", metadata`

const BEGIN = statement(
  'upload.begin',
  `INSERT INTO pending_upload (storage_key, realm_id, owner_id, name, content_type, length, metadata, expires_at)
   VALUES ($1, $2, $3, $4, $5, $6, $7, clock_timestamp() + make_interval(secs => $8)) RETURNING ${COLUMNS}`,
)
// pending_upload_realm
const UNFINISHED = statement(
  'upload.unfinished',
  `SELECT count(*) FILTER (WHERE owner_id = $2)::int AS own, coalesce(sum(length), 0)::int8 AS bytes
   FROM pending_upload WHERE realm_id = $1 AND path_id IS NULL AND length IS NOT NULL
     AND expires_at > clock_timestamp()`,
)
// pending_upload_pkey
const BY_KEY = statement('upload.by-key', `SELECT ${COLUMNS} FROM pending_upload WHERE storage_key = $1`)
const EMPTY_AGAIN = statement(
  'upload.empty-again',
  // pending_upload_realm
  `SELECT ${COLUMNS} FROM pending_upload
   WHERE realm_id = $1 AND owner_id = $2 AND length = 0 AND metadata = $3 AND expires_at > clock_timestamp()
   ORDER BY created_at LIMIT 1`,
)
const HAS_FILE = statement(
  'upload.has-file',
  'SELECT FROM attachment WHERE realm_id = $1 AND path_id = $2', // attachment_path_id_key
)
const FORGET = statement(
  'upload.forget',
  // pending_upload_pkey
  'DELETE FROM pending_upload WHERE storage_key = ANY ($1::text[]) RETURNING storage_key AS "storageKey", path_id AS "pathId"',
)
const EXPIRED = statement(
  'upload.expired',
  `SELECT realm_id AS "realmId", array_agg(storage_key) AS keys
   FROM (
     SELECT * FROM pending_upload WHERE expires_at < clock_timestamp() AND realm_id <> ALL ($1::int[])
     ORDER BY expires_at LIMIT 500
   ) u
   GROUP BY realm_id`, // pending_upload_expires
)

/** The expired uploads of an organization, by their storage keys. */
type ExpiredUploads = Pick<PendingUpload, 'realmId'> & { readonly keys: readonly string[] }

/** Metadata of a file, known before its bytes arrive. */
export type NewUpload = Pick<PendingUpload, 'name' | 'contentType' | 'length' | 'metadata'>

/** `hasOwnId`: no other upload of the user has the same metadata, because they contain an id. */
export type BegunUpload = NewUpload & { readonly hasOwnId?: boolean }

/**
 * Records that a user begins an upload, under a new storage key. An empty file is complete at once, so its
 * client may have lost the whole answer: beginning it again with an id of its own is the same upload. Throws
 * when the declared length exceeds the maximum file size, when it exceeds the rest of the organization's
 * quota after all other declared uploads, and when the user has too many unfinished uploads.
 */
export async function beginUpload(
  { core, realm, user }: Caller,
  limits: UploadLimits,
  { name, contentType, length, metadata, hasOwnId = false }: BegunUpload,
): Promise<PendingUpload> {
  checkSize(limits, await usedSpace(core.db, realm.id), length ?? 0)
  return core.transact(realm.id, async (tx) => {
    if (length !== null) {
      // Locks the row of the used space, so that concurrent uploads count each other.
      const used = await addUsedSpace(tx, 0)
      if (length === 0 && hasOwnId) {
        const [begun] = await tx.run<PendingUpload>(EMPTY_AGAIN, [realm.id, user.id, metadata])
        if (begun !== undefined) return begun
      }
      const [unfinished] = await tx.run<{ readonly own: number; readonly bytes: number }>(UNFINISHED, [
        realm.id,
        user.id,
      ])
      if (unfinished!.own >= MAX_UNFINISHED_UPLOADS) throw tooManyUnfinishedUploads()
      checkSize(limits, used + unfinished!.bytes, length)
    }
    const described = [displayName(name), contentType, length, metadata]
    const values = [realm.id, user.id, ...described, UPLOAD_LIFETIME_SECONDS]
    const [pending] = await tx.run<PendingUpload>(BEGIN, [newStorageKey(), ...values])
    return pending!
  })
}

/** Finds an upload by its key in one query; undefined when there is none. */
export async function pendingUpload(core: Core, key: string): Promise<PendingUpload | undefined> {
  const [pending] = await core.db.run<PendingUpload>(BY_KEY, [key])
  return pending
}

/** Whether the file of a complete upload is still there: its owner may have deleted it. */
export async function hasFile(core: Core, { realmId, pathId }: PendingUpload): Promise<boolean> {
  return (await core.db.run(HAS_FILE, [realmId, pathId])).length > 0
}

/** Deletes the record of an upload whose bytes are already deleted. */
export async function forgetUpload(core: Core, { realmId, storageKey }: PendingUpload): Promise<void> {
  await core.transact(realmId, (tx) => tx.run(FORGET, [[storageKey]]))
}

/**
 * Deletes the records of expired uploads, and the bytes of incomplete ones. Resolves to the number of
 * uploads. Throws `RealmsFailed` at the end.
 */
export async function discardExpiredUploads(core: Core): Promise<number> {
  const failures = new RealmFailures(core.log)
  let count = 0
  for (;;) {
    const expired = await core.db.run<ExpiredUploads>(EXPIRED, [failures.realms])
    if (expired.length === 0) break
    for (const uploads of expired) {
      await failures.contain(uploads.realmId, async () => {
        await discardUploads(core, uploads)
        count += uploads.keys.length
      })
    }
  }
  failures.throwIfAny()
  return count
}

async function discardUploads(core: Core, { realmId, keys }: ExpiredUploads): Promise<void> {
  await core.transact(realmId, async (tx) => {
    const forgotten = await tx.run<Pick<PendingUpload, 'storageKey' | 'pathId'>>(FORGET, [keys])
    const incomplete = forgotten.filter(({ pathId }) => pathId === null)
    deleteFiles(
      tx,
      incomplete.map(({ storageKey }) => storageKey),
    )
  })
}
