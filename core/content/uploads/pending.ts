import { MAX_UNFINISHED_UPLOADS, UPLOAD_LIFETIME_SECONDS } from '../../../config/limits.ts'
import { statement } from '../../platform/db/statement.ts'
import { ApiError } from '../../platform/errors.ts'
import type { RealmId, UserId } from '../../platform/ids.ts'
import type { Caller } from '../../state/caller.ts'
import type { Core } from '../../state/core.ts'
import { usedSpace } from './attachment.ts'
import { deleteFiles } from './delete-files.ts'
import { newStorageKey, shownName } from './name.ts'
import { checkSize, takeSpace, type UploadLimits } from './space.ts'

/** An upload that has begun. */
export interface PendingUpload {
  readonly key: string
  readonly realm: RealmId
  readonly owner: UserId
  readonly name: string
  readonly contentType: string
  /** In bytes, as declared; null for an upload in one request. */
  readonly length: number | null
  /** Milliseconds since 1970, as `expiresAt` is. */
  readonly createdAt: number
  readonly expiresAt: number
  /** The address of the file it has become; null while it is not complete. */
  readonly pathId: string | null
}

const COLUMNS = `storage_key AS key, realm_id AS realm, owner_id AS owner, name, content_type AS "contentType", length,
  floor(extract(epoch FROM created_at) * 1000)::int8 AS "createdAt",
  floor(extract(epoch FROM expires_at) * 1000)::int8 AS "expiresAt", path_id AS "pathId"`

const BEGIN = statement(
  'upload.begin',
  `INSERT INTO pending_upload (storage_key, realm_id, owner_id, name, content_type, length, expires_at)
   VALUES ($1, $2, $3, $4, $5, $6, clock_timestamp() + make_interval(secs => $7)) RETURNING ${COLUMNS}`,
)
// pending_upload_realm
const UNFINISHED = statement(
  'upload.unfinished',
  `SELECT count(*) FILTER (WHERE owner_id = $2)::int AS own, coalesce(sum(length), 0)::int8 AS bytes
   FROM pending_upload WHERE realm_id = $1 AND path_id IS NULL AND length IS NOT NULL
     AND expires_at > clock_timestamp()`,
)
const ONE = statement('upload.one', `SELECT ${COLUMNS} FROM pending_upload WHERE storage_key = $1`) // pending_upload_pkey
const FORGET = statement(
  'upload.forget',
  'DELETE FROM pending_upload WHERE storage_key = ANY ($1::text[]) RETURNING storage_key AS key, path_id AS "pathId"', // pending_upload_pkey
)
const EXPIRED = statement(
  'upload.expired',
  `SELECT realm_id AS realm, array_agg(storage_key) AS keys
   FROM (SELECT * FROM pending_upload WHERE expires_at < clock_timestamp() ORDER BY expires_at LIMIT 500) u
   GROUP BY realm_id`, // pending_upload_expires
)

/** What is known of a file before its bytes. */
export interface NewUpload {
  readonly name: string
  readonly contentType: string
  readonly length: number | null
}

/**
 * Notes that a user uploads a file, under a new key. Throws when its declared length is more than a file may
 * have, or than the organization's quota leaves room for beside what other uploads have declared, and when the user
 * has too many that are not complete.
 */
export async function beginUpload(
  { core, realm, user }: Caller,
  limits: UploadLimits,
  { name, contentType, length }: NewUpload,
): Promise<PendingUpload> {
  checkSize(limits, await usedSpace(core.db, realm.id), length ?? 0)
  return core.transact(realm.id, async (tx) => {
    if (length !== null) {
      const used = await takeSpace(tx, 0) // holds its row, so that uploads that begin together count each other
      const [unfinished] = await tx.run<{ own: number; bytes: number }>(UNFINISHED, [realm.id, user.id])
      if (unfinished!.own >= MAX_UNFINISHED_UPLOADS) throw tooManyUnfinished()
      checkSize(limits, used + unfinished!.bytes, length)
    }
    const values = [realm.id, user.id, shownName(name), contentType, length, UPLOAD_LIFETIME_SECONDS]
    const [pending] = await tx.run<PendingUpload>(BEGIN, [newStorageKey(), ...values])
    return pending!
  })
}

const tooManyUnfinished = (): ApiError =>
  new ApiError(`You have too many uploads that are not complete (limit: ${MAX_UNFINISHED_UPLOADS}).`)

/** Undefined when there is none such, or no longer. One query. */
export async function pendingUpload(core: Core, key: string): Promise<PendingUpload | undefined> {
  const [pending] = await core.db.run<PendingUpload>(ONE, [key])
  return pending
}

/** For uploads whose bytes are gone. */
export async function forgetUpload(core: Core, { realm, key }: PendingUpload): Promise<void> {
  await core.transact(realm, (tx) => tx.run(FORGET, [[key]]))
}

/** Gives up the uploads of all organizations that have expired; the bytes of those that are not complete go. */
export async function giveUpExpired(core: Core): Promise<number> {
  let count = 0
  for (;;) {
    const expired = await core.db.run<{ realm: RealmId; keys: string[] }>(EXPIRED)
    for (const { realm, keys } of expired) {
      await core.transact(realm, async (tx) => {
        const gone = await tx.run<{ key: string; pathId: string | null }>(FORGET, [keys])
        deleteFiles(
          tx,
          gone.filter(({ pathId }) => pathId === null).map(({ key }) => key),
        )
      })
      count += keys.length
    }
    if (expired.length === 0) return count
  }
}
