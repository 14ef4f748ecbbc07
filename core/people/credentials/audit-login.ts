import { statement } from '../../platform/db/statements/statement.ts'
import type { UserId } from '../../platform/ids.ts'
import { jsonOf } from '../../state/audit/json.ts'
import type { Core } from '../../state/core.ts'
import type { RealmState } from '../../state/realm/state.ts'
import { deviceName } from './device.ts'

/** Where somebody logs in. */
export interface LoginOrigin {
  readonly userAgent: string
  /** The address in the network. */
  readonly address: string
}

/** Entries about one account in an hour, so that nobody fills the log by guessing passwords. */
const MOST_AN_HOUR = 30

const WRITE = statement(
  'audit.log-in',
  // audit_entry_object
  `INSERT INTO audit_entry (realm_id, acting_user_id, kind, action, object_id, object_name, new_value)
   SELECT $1, $2, 'log_in', $3, $4, $5, $6 WHERE (SELECT count(*) FROM (
     SELECT FROM audit_entry WHERE realm_id = $1 AND kind = 'log_in' AND object_id = $4 AND action = $3
       AND time > clock_timestamp() - interval '1 hour' LIMIT ${MOST_AN_HOUR}) recent) < ${MOST_AN_HOUR}`,
)

/**
 * Writes to the audit log that somebody logged in to an account, or failed to. The log-in does not wait for
 * it, because its duration would tell whether an address has an account.
 */
export function auditLogIn(
  core: Core,
  realm: RealmState,
  id: UserId,
  from: LoginOrigin,
  hasSucceeded: boolean,
): void {
  const user = realm.users.get(id)
  if (user === undefined) return
  const value = { device: deviceName(from.userAgent).slice(0, 200), address: from.address }
  core.db
    .run(WRITE, [
      realm.id,
      hasSucceeded ? id : null,
      hasSucceeded ? 'created' : 'refused',
      id,
      user.fullName,
      jsonOf(value),
    ])
    .catch((error) => core.log.warn({ err: error, realm: realm.id }, 'the audit log lacks a log-in'))
}
