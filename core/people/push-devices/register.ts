import { MAX_PUSH_DEVICES } from '../../../config/limits.ts'
import { statement } from '../../platform/db/statements/statement.ts'
import type { UserId } from '../../platform/ids.ts'
import type { Tx } from '../../platform/transactions/transact.ts'
import type { Caller } from '../../state/caller.ts'
import type { DeviceKind } from './device.ts'
import { PushDevice } from './entity.ts'
import { invalidApnsToken, invalidAppId, invalidTokenLength, noSuchToken } from './errors.ts'

const MAX_TOKEN_LENGTH = 4096

/** The kinds of devices on which an app is notified. */
type AppKind = Exclude<DeviceKind, 'web'>

// A statement, because the unique index is on an expression.
const REGISTER = statement(
  'push-device.register',
  `INSERT INTO push_device (realm_id, user_id, kind, token, app_id) VALUES ($1, $2, $3, $4, $5)
   ON CONFLICT (realm_id, kind, md5(token)) DO UPDATE -- push_device_token
     SET user_id = excluded.user_id, app_id = excluded.app_id, registered_at = excluded.registered_at`,
)
/**
 * Registers a device for the caller. Other users of the organization lose it, because they have logged out on
 * it. The newest `MAX_PUSH_DEVICES` devices of a user are kept. Throws for an invalid token.
 */
export async function registerDevice(
  caller: Caller,
  kind: AppKind,
  given: string,
  appId: string | null = null,
): Promise<void> {
  const { core, realm } = caller
  const token = checkToken(kind, given)
  if (appId !== null && !/^[.a-zA-Z0-9-]{1,255}$/.test(appId)) throw invalidAppId()
  await core.change(caller, async ({ tx, actor }) => {
    await tx.run(REGISTER, [realm.id, actor.id, kind, token, appId])
    await deleteOldest(tx, actor.id)
  })
}

/** Unregisters a device of the caller. Throws when the caller has no such device. */
export async function unregisterDevice(caller: Caller, kind: DeviceKind, given: string): Promise<void> {
  const { core, realm } = caller
  const token = checkLength(given)
  await core.change(caller, async ({ tx, actor }) => {
    const device = { realmId: realm.id, userId: actor.id, kind, token: normal(kind, token) }
    if ((await tx.em.nativeDelete(PushDevice, device)) === 0) throw noSuchToken()
  })
}

/** Deletes all devices of users, who may no longer own them. */
export async function forgetDevices(tx: Tx, users: readonly UserId[]): Promise<void> {
  await tx.em.nativeDelete(PushDevice, { userId: { $in: [...users] } })
}

/** Deletes the oldest devices of a user above `MAX_PUSH_DEVICES`. */
export async function deleteOldest(tx: Tx, user: UserId): Promise<void> {
  const surplus = await tx.em.find(
    PushDevice,
    { userId: user },
    { orderBy: { registeredAt: 'desc', id: 'desc' }, offset: MAX_PUSH_DEVICES, disableIdentityMap: true },
  )
  if (surplus.length === 0) return
  await tx.em.nativeDelete(PushDevice, { id: { $in: surplus.map((device) => device.id) } })
}

function checkToken(kind: AppKind, given: string): string {
  const token = checkLength(given)
  if (kind === 'apns' && !/^(?:[0-9a-f]{2})+$/i.test(token)) throw invalidApnsToken()
  return normal(kind, token)
}

function checkLength(token: string): string {
  if (token === '' || token.length > MAX_TOKEN_LENGTH || token.includes('\0')) {
    throw invalidTokenLength()
  }
  return token
}

/** Apple's tokens are bytes, in hexadecimal. */
const normal = (kind: DeviceKind, token: string): string => (kind === 'apns' ? token.toLowerCase() : token)
