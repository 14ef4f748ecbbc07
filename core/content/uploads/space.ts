import type { Columns } from '../../platform/db/statements/row.ts'
import { statement } from '../../platform/db/statements/statement.ts'
import type { Tx } from '../../platform/transactions/transact.ts'
import type { UploadSpace } from './entities.ts'
import { fileTooLarge, quotaExceeded } from './errors.ts'

// upload_space_pkey
const TAKE = statement(
  'upload-space.take',
  `INSERT INTO upload_space (realm_id, used_bytes) VALUES ($1, $2)
   ON CONFLICT (realm_id) DO UPDATE SET used_bytes = upload_space.used_bytes + excluded.used_bytes
   RETURNING used_bytes AS "usedBytes"`,
)

export const MIB = 1024 * 1024

/** The operator's limits for uploads. */
export interface UploadLimits {
  readonly maxFileUploadSizeMib: number
  readonly realmUploadQuotaMib: number | undefined
}

/**
 * Throws when a file is larger than the maximum, or exceeds the rest of the quota. `used` and `size` are in
 * bytes.
 */
export function checkSize(limits: UploadLimits, used: number, size: number): void {
  if (size > limits.maxFileUploadSizeMib * MIB) throw fileTooLarge(limits)
  if (used + size > (limits.realmUploadQuotaMib ?? Number.POSITIVE_INFINITY) * MIB) throw quotaExceeded()
}

/**
 * Adds `bytes`, which may be negative, to the organization's used space. Resolves to the new total in bytes.
 */
export async function addUsedSpace(tx: Tx, bytes: number): Promise<number> {
  const [space] = await tx.run<Columns<typeof UploadSpace, 'usedBytes'>>(TAKE, [tx.realm, bytes])
  return space!.usedBytes
}
