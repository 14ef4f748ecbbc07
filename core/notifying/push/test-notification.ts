import { enqueuePush } from '../../messaging/push/jobs.ts'
import { devicesOf } from '../../people/push-devices/device.ts'
import type { Caller } from '../../state/caller.ts'
import { deviceNotRecognized } from './errors.ts'

/**
 * Enqueues a test notification for the user's device with this token, or for all devices without a token.
 * Throws INVALID_PUSH_DEVICE_TOKEN when the user has no such device.
 */
export async function sendTestPush(caller: Caller, token: string | undefined): Promise<void> {
  const { core } = caller
  await core.change(caller, async ({ tx, actor }) => {
    const matches = (kind: string, known: string) =>
      token === undefined || known === (kind === 'apns' ? token.toLowerCase() : token)
    const devices = (await devicesOf(tx, [actor.id])).filter((device) => matches(device.kind, device.token))
    if (devices.length === 0) {
      if (token === undefined) return
      throw deviceNotRecognized()
    }
    enqueuePush(tx, { kind: 'test' }, [{ user: actor.id, devices: devices.map((device) => device.id) }])
  })
}
