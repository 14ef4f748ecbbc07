import type { RealmView } from '../realm/view.ts'
import type { UserRecord } from './record.ts'

/** Whether the reader may know of the user (spec.md, feature level 228). */
export function canAccessUser(_view: RealmView, _reader: UserRecord, _user: UserRecord): boolean {
  return true
}
