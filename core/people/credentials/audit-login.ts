import { type Statement, statement } from '../../platform/db/statements/statement.ts'
import type { UserId } from '../../platform/ids.ts'
import { jsonOf } from '../../state/audit/json.ts'
import type { Core } from '../../state/core.ts'
import type { RealmState } from '../../state/realm/state.ts'
import { claim } from '../unclaimed/claim.ts'
import { deviceOf } from './device.ts'
import { deviceName } from './device-name.ts'

/** Where somebody logs in. */
export interface LoginOrigin {
  readonly userAgent: string
  /** The address in the network. */
  readonly address: string
}

/** A log-in that succeeded or was refused. */
export interface LogInAttempt {
  /** `password`, `passkey`, `second_factor`, `session`, or the name of a provider for people. */
  readonly method: string
  /** The account; undefined where nobody knows which one was meant. */
  readonly user: UserId | undefined
  /** The code of the error with which it was refused; undefined for a log-in that succeeded. */
  readonly refusal?: string
}

/** Entries of one kind about one account in an hour, so that nobody fills the log by guessing passwords. */
const MOST_AN_HOUR = 30
/** Refused log-ins of an organization in an hour, about all accounts and unknown addresses together. */
const MOST_REFUSED_AN_HOUR = 300
const MAX_METHOD_LENGTH = 60

/** `account`: the condition for entries about the same account. */
const write = (name: string, account: string): Statement =>
  statement(
    name,
    // audit_entry_object, audit_entry_kind
    `INSERT INTO audit_entry (realm_id, acting_user_id, kind, action, object_id, object_name, new_value)
     SELECT $1, $2, 'log_in', $3, $4::int4, $5, $6 WHERE (SELECT count(*) FROM (
       SELECT FROM audit_entry WHERE realm_id = $1 AND kind = 'log_in' AND ${account} AND action = $3
         AND time > clock_timestamp() - interval '1 hour' LIMIT ${MOST_AN_HOUR}) recent) < ${MOST_AN_HOUR}
     AND ($3 = 'created' OR (SELECT count(*) FROM (
       SELECT FROM audit_entry WHERE realm_id = $1 AND kind = 'log_in' AND action = 'refused'
         AND time > clock_timestamp() - interval '1 hour' LIMIT ${MOST_REFUSED_AN_HOUR}) refused) < ${MOST_REFUSED_AN_HOUR})`,
  )
const WRITE = write('audit.log-in', 'object_id = $4')
const WRITE_UNKNOWN = write('audit.log-in-unknown', 'object_id IS NULL')

/**
 * Writes to the audit log that somebody logged in to an account, or failed to, and notes that an imported
 * person has come. The log-in does not wait for it, because its duration would tell whether an address has an
 * account. Addresses without an account are not written: people sometimes type a password there.
 */
export function auditLogIn(
  core: Core,
  realm: RealmState,
  from: LoginOrigin,
  { method, user: id, refusal }: LogInAttempt,
): void {
  const user = id === undefined ? undefined : realm.users.get(id)
  const device = deviceOf(from.userAgent)
  const value = {
    device: deviceName('en', device),
    ...device,
    address: from.address,
    method: method.slice(0, MAX_METHOD_LENGTH),
    ...(refusal !== undefined && { reason: refusal }),
  }
  const [actor, action] = refusal === undefined ? [user?.id ?? null, 'created'] : [null, 'refused']
  if (refusal === undefined && user !== undefined) claim(core, realm, user.id)
  const values = [realm.id, actor, action, user?.id ?? null, user?.fullName ?? '', jsonOf(value)]
  core.db
    .run(user === undefined ? WRITE_UNKNOWN : WRITE, values)
    .catch((error) => core.log.warn({ err: error, realm: realm.id }, 'the audit log lacks a log-in'))
}
