import { statement } from '../../platform/db/statement.ts'
import type { Tx } from '../../platform/db/transact.ts'
import { ApiError } from '../../platform/errors.ts'

// upload_space_pkey
const TAKE = statement(
  'upload-space.take',
  `INSERT INTO upload_space (realm_id, used_bytes) VALUES ($1, $2)
   ON CONFLICT (realm_id) DO UPDATE SET used_bytes = upload_space.used_bytes + excluded.used_bytes
   RETURNING used_bytes AS used`,
)

export const MIB = 1024 * 1024

/** What files may take, as the operator set it. */
export interface UploadLimits {
  readonly maxFileUploadSizeMib: number
  readonly realmUploadQuotaMib: number | undefined
}

export const fileTooLarge = ({ maxFileUploadSizeMib }: UploadLimits): ApiError =>
  new ApiError(
    `File is larger than this server's configured maximum upload size (${maxFileUploadSizeMib} MiB).`,
  )

export const quotaExceeded = (): ApiError =>
  new ApiError("Upload would exceed your organization's upload quota.", { code: 'REALM_UPLOAD_QUOTA' })

/** Throws when a file of this size is too large, or more than the organization's quota leaves room for. */
export function checkSize(limits: UploadLimits, used: number, size: number): void {
  if (size > limits.maxFileUploadSizeMib * MIB) throw fileTooLarge(limits)
  if (used + size > (limits.realmUploadQuotaMib ?? Number.POSITIVE_INFINITY) * MIB) throw quotaExceeded()
}

/** Adds bytes, or takes them away, in the transaction that keeps or forgets them. Returns what is used then. */
export async function takeSpace(tx: Tx, bytes: number): Promise<number> {
  const [space] = await tx.run<{ used: number }>(TAKE, [tx.realm, bytes])
  return space!.used
}
