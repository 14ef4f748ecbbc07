import type { Columns } from '../../platform/db/statements/row.ts'
import { type Sql, statement } from '../../platform/db/statements/statement.ts'
import type { RealmId, UserId } from '../../platform/ids.ts'
import type { PushDevice } from './entity.ts'

/** The push service: Apple's, Google's, or a browser's (Web Push). */
export type DeviceKind = Columns<typeof PushDevice, 'kind'>['kind']

/** A device that gets push notifications. */
export type Device = Columns<
  typeof PushDevice,
  'id' | 'userId' | 'kind' | 'token' | 'appId' | 'p256dh' | 'auth'
> & {
  /** Unix seconds. */
  readonly registeredAt: number
}

// Statements, because each notification reads devices, and because a time is compared to the microsecond.
const DEVICE_COLUMNS = `id, user_id AS "userId", kind, token, app_id AS "appId",
  p256dh, auth, extract(epoch FROM registered_at)::float8 AS "registeredAt"`

const OF_USERS = statement(
  'push-device.of-users',
  `SELECT ${DEVICE_COLUMNS} FROM push_device WHERE user_id = ANY($1::int[]) ORDER BY id`, // push_device_user
)
const REMOVE = statement(
  'push-device.remove',
  // push_device_pkey
  `DELETE FROM push_device d USING unnest($2::int[], $3::float8[]) AS k (id, at)
   WHERE d.id = k.id AND d.realm_id = $1 AND d.registered_at <= to_timestamp(k.at) + interval '1 millisecond'`,
)

export function devicesOf(sql: Sql, users: readonly UserId[]): Promise<Device[]> {
  return sql.run<Device>(OF_USERS, [users])
}

/** Removes devices that their push services no longer know, unless they were registered again meanwhile. */
export async function removeUnregistered(
  sql: Sql,
  realm: RealmId,
  unregistered: readonly Device[],
): Promise<void> {
  if (unregistered.length === 0) return
  await sql.run(REMOVE, [
    realm,
    unregistered.map((device) => device.id),
    unregistered.map((device) => device.registeredAt),
  ])
}
