import { enqueuePush } from '../../messaging/push/jobs.ts'
import { devicesOf } from '../../people/push-devices/device.ts'
import { ApiError } from '../../platform/errors.ts'
import type { Caller } from '../../state/caller.ts'

/**
 * Asks for a test notification on the user's device with this token, or on all of them without one. Throws
 * INVALID_PUSH_DEVICE_TOKEN when the user has no such device.
 */
export async function sendTestPush(caller: Caller, token: string | undefined): Promise<void> {
  const { core } = caller
  await core.change(caller, async ({ tx, actor }) => {
    const isMeant = (kind: string, known: string) =>
      token === undefined || known === (kind === 'apns' ? token.toLowerCase() : token)
    const devices = (await devicesOf(tx, [actor.id])).filter((one) => isMeant(one.kind, one.token))
    if (devices.length === 0) {
      if (token === undefined) return
      throw new ApiError('Device not recognized', { code: 'INVALID_PUSH_DEVICE_TOKEN' })
    }
    enqueuePush(tx, { kind: 'test' }, [{ user: actor.id, devices: devices.map((device) => device.id) }])
  })
}
