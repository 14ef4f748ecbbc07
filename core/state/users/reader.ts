import type { UserId } from '../../platform/ids.ts'
import type { UserRecord } from './record.ts'

/** Who reads: a user, or undefined for a spectator, who has no account and reads web-public channels only. */
export type Reader = UserRecord | undefined

/** The id of a reader in statements: no row is a spectator's. */
export const readerId = (reader: Reader): UserId => reader?.id ?? (0 as UserId)
