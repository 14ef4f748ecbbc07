import { z } from 'zod'
import {
  deviceNotRecognized,
  noActivePushDevice,
  pushServiceNotConfigured,
} from '../../core/notifying/push/errors.ts'
import { sendTestPush } from '../../core/notifying/push/test-notification.ts'
import {
  invalidApnsToken,
  invalidAppId,
  invalidTokenLength,
  noSuchToken,
} from '../../core/people/push-devices/errors.ts'
import { registerDevice, unregisterDevice } from '../../core/people/push-devices/register.ts'
import { endpoint } from '../http/endpoint.ts'
import { form, line, text } from '../http/parameter.ts'

// The parameter allows longer texts than valid tokens, so that core rejects a long token with the message that clients know.
const token = form(text())

export function pushRoutes() {
  return [
    endpoint({
      method: 'POST',
      path: '/users/me/android_gcm_reg_id',
      access: 'person',
      summary: 'Register an Android device for push notifications (FCM)',
      params: { token },
      errors: [invalidTokenLength()],
      handler: ({ caller, params }) => registerDevice(caller, 'fcm', params.token),
    }),
    endpoint({
      method: 'DELETE',
      path: '/users/me/android_gcm_reg_id',
      access: 'person',
      summary: 'Unregister an Android device from push notifications',
      params: { token },
      errors: [invalidTokenLength(), noSuchToken()],
      handler: ({ caller, params }) => unregisterDevice(caller, 'fcm', params.token),
    }),
    endpoint({
      method: 'POST',
      path: '/users/me/apns_device_token',
      access: 'person',
      summary: 'Register an Apple device for push notifications (APNs)',
      params: { token, appid: form(line()) },
      errors: [invalidTokenLength(), invalidApnsToken(), invalidAppId()],
      handler: ({ caller, params }) => registerDevice(caller, 'apns', params.token, params.appid),
    }),
    endpoint({
      method: 'DELETE',
      path: '/users/me/apns_device_token',
      access: 'person',
      summary: 'Unregister an Apple device from push notifications',
      params: { token },
      errors: [invalidTokenLength(), noSuchToken()],
      handler: ({ caller, params }) => unregisterDevice(caller, 'apns', params.token),
    }),
    endpoint({
      method: 'POST',
      path: '/mobile_push/test_notification',
      access: 'person',
      summary: 'Send a test notification to one or all of your devices',
      params: { token: form(line().optional()) },
      errors: [deviceNotRecognized()],
      handler: ({ caller, params }) => sendTestPush(caller, params.token),
    }),
    // Encrypted notifications need a push service that this server does not use, so these endpoints always fail.
    endpoint({
      method: 'POST',
      path: '/mobile_push/register',
      access: 'person',
      summary: 'Register a device for encrypted notifications (not supported by this server)',
      params: {
        token_kind: form(z.enum(['fcm', 'apns'])),
        push_account_id: form(z.int()),
        push_public_key: form(line()),
        bouncer_public_key: form(line()),
        encrypted_push_registration: form(text()),
      },
      errors: [pushServiceNotConfigured()],
      handler: () => {
        throw pushServiceNotConfigured()
      },
    }),
    endpoint({
      method: 'POST',
      path: '/mobile_push/e2ee/test_notification',
      access: 'person',
      summary: 'Send an encrypted test notification (not supported by this server)',
      params: { push_account_id: form(z.int().optional()) },
      errors: [noActivePushDevice()],
      handler: () => {
        throw noActivePushDevice()
      },
    }),
  ] as const
}
