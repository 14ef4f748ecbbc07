import type { UserId } from '../../platform/ids.ts'
import type { UserRecord } from './record.ts'

/** A user, or undefined for a spectator, who has no account and reads only web-public channels. */
export type Reader = UserRecord | undefined

/** The reader's id for statements. Spectators get an id without rows. */
export const readerId = (reader: Reader): UserId => reader?.id ?? (0 as UserId)
