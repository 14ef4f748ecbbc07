import { z } from 'zod'
import {
  deviceNotRecognized,
  noActivePushDevice,
  pushServiceNotConfigured,
} from '../../../core/notifying/push/errors.ts'
import { sendTestPush } from '../../../core/notifying/push/test-notification.ts'
import { vapidKeys } from '../../../core/notifying/push/vapid-keys.ts'
import {
  invalidApnsToken,
  invalidAppId,
  invalidPushEndpoint,
  invalidPushKeys,
  invalidTokenLength,
  noSuchSubscription,
  noSuchToken,
} from '../../../core/people/push-devices/errors.ts'
import { registerDevice, unregisterDevice } from '../../../core/people/push-devices/register.ts'
import { registerBrowser, unregisterBrowser } from '../../../core/people/push-devices/register-browser.ts'
import { endpoint, when } from '../../http/endpoint/endpoint.ts'
import { form, line, text } from '../../http/endpoint/parameter.ts'
import type { Services } from '../../services.ts'

// The parameter allows longer texts than valid tokens, so that core rejects a long token with the message
// that clients know.
const token = form(text(), {
  description: 'The token of the device, as the push service of Google gave it to the app.',
  example: 'dV3mK8fQTz2xCwN1',
})
const appleToken = form(text(), {
  description:
    'The token of the device in hexadecimal digits, as the push service of Apple gave it to the app.',
  example: '0a1b2c3d4e5f',
})
const registered =
  'Registering a device again renews it. If another user of the organization has it, it becomes yours, because the other one has logged out on it. You keep the 20 devices that were registered last.'
const wrongLength = when('The token is empty or too long.', invalidTokenLength())
const unknownToken = when('You have no device with this token.', noSuchToken())

const EXAMPLE_ENDPOINT = 'https://updates.push.services.mozilla.com/wpush/v2/gAAAAABn'
const subscriptionEndpoint = form(text(), {
  description:
    'The address of the subscription at the push service of the browser: `endpoint` of a PushSubscription.',
  example: EXAMPLE_ENDPOINT,
})

export function pushRoutes({ core }: Services) {
  return [
    endpoint({
      method: 'POST',
      path: '/users/me/android_gcm_reg_id',
      access: 'person',
      summary: 'Register an Android device for push notifications (FCM)',
      description: registered,
      params: { token },
      errors: [wrongLength],
      handler: ({ caller, params }) => registerDevice(caller, 'fcm', params.token),
    }),
    endpoint({
      method: 'DELETE',
      path: '/users/me/android_gcm_reg_id',
      access: 'person',
      summary: 'Unregister an Android device from push notifications',
      params: { token },
      errors: [wrongLength, unknownToken],
      handler: ({ caller, params }) => unregisterDevice(caller, 'fcm', params.token),
    }),
    endpoint({
      method: 'POST',
      path: '/users/me/apns_device_token',
      access: 'person',
      summary: 'Register an Apple device for push notifications (APNs)',
      description: registered,
      params: {
        token: appleToken,
        appid: form(line(), { description: 'The bundle id of the app.', example: 'com.example.chat' }),
      },
      errors: [
        wrongLength,
        when('The token is not hexadecimal.', invalidApnsToken()),
        when('The app id has characters other than letters, digits, dots and hyphens.', invalidAppId()),
      ],
      handler: ({ caller, params }) => registerDevice(caller, 'apns', params.token, params.appid),
    }),
    endpoint({
      method: 'DELETE',
      path: '/users/me/apns_device_token',
      access: 'person',
      summary: 'Unregister an Apple device from push notifications',
      params: { token: appleToken },
      errors: [wrongLength, unknownToken],
      handler: ({ caller, params }) => unregisterDevice(caller, 'apns', params.token),
    }),
    endpoint({
      method: 'GET',
      path: '/web_push/public_key',
      access: 'person',
      summary: 'Get the key with which a browser subscribes to push notifications',
      description:
        'The key is the `applicationServerKey` of `PushManager.subscribe` (VAPID, RFC 8292). A browser that subscribed with another key subscribes again.',
      response: { public_key: z.string().describe('A P-256 point of 65 bytes in base64url.') },
      handler: async () => ({ public_key: (await vapidKeys(core)).publicKey }),
    }),
    endpoint({
      method: 'POST',
      path: '/users/me/web_push_subscription',
      access: 'person',
      summary: 'Register a browser for push notifications (Web Push)',
      description:
        'Notifications are encrypted for the browser (RFC 8291). Registering again renews the subscription. The newest 20 devices of a user are kept, apps included. The browser is removed when the session that registered it ends by logging out, when all sessions end, and when its push service no longer knows it.',
      params: {
        endpoint: subscriptionEndpoint,
        p256dh: form(line(), {
          description:
            "The browser's public key: `keys.p256dh` of a PushSubscription, 65 bytes in base64url.",
          example: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
        }),
        auth: form(line(), {
          description: 'The authentication secret: `keys.auth` of a PushSubscription, 16 bytes in base64url.',
          example: 'BTBZMqHH6r4Tts7J_aSIgg',
        }),
      },
      errors: [
        when('The address is not https, too long, or at a private network.', invalidPushEndpoint()),
        when('A key is not in the form that the Push API gives.', invalidPushKeys()),
      ],
      handler: ({ caller, params, session }) => registerBrowser(caller, params, session),
    }),
    endpoint({
      method: 'DELETE',
      path: '/users/me/web_push_subscription',
      access: 'person',
      summary: 'Unregister a browser from push notifications',
      params: { endpoint: subscriptionEndpoint },
      errors: [when('You have not registered a browser with this address.', noSuchSubscription())],
      handler: ({ caller, params }) => unregisterBrowser(caller, params.endpoint),
    }),
    endpoint({
      method: 'POST',
      path: '/mobile_push/test_notification',
      access: 'person',
      summary: 'Send a test notification to one or all of your devices',
      description:
        'The notification is sent after the response. Without a token and without devices, nothing happens.',
      params: {
        token: form(text().optional(), {
          description: 'The token of the device. If absent, all your devices are notified.',
          example: 'dV3mK8fQTz2xCwN1',
        }),
      },
      errors: [when('You have no device with this token.', deviceNotRecognized())],
      handler: ({ caller, params }) => sendTestPush(caller, params.token),
    }),
    // Encrypted notifications need a push service that this server does not use, so these endpoints always
    // fail.
    endpoint({
      method: 'POST',
      path: '/mobile_push/register',
      access: 'person',
      summary: 'Register a device for encrypted notifications (not supported by this server)',
      params: {
        token_kind: form(z.enum(['fcm', 'apns']), {
          description: 'The push service: `fcm` of Google, `apns` of Apple.',
          example: 'fcm',
        }),
        push_account_id: form(z.int(), {
          description: 'A number that the app chose for the account.',
          example: 1234,
        }),
        push_public_key: form(line(), {
          description: 'The public key of the device.',
          example: 'c2Vhc2hlbGw',
        }),
        bouncer_public_key: form(line(), {
          description: 'The public key of the push service.',
          example: 'YmFsY29ueQ',
        }),
        encrypted_push_registration: form(text(), {
          description: 'The registration of the device, encrypted for the push service.',
          example: 'dG8gYmUgb3Igbm90',
        }),
      },
      errors: [when('Always.', pushServiceNotConfigured())],
      handler: () => {
        throw pushServiceNotConfigured()
      },
    }),
    endpoint({
      method: 'POST',
      path: '/mobile_push/e2ee/test_notification',
      access: 'person',
      summary: 'Send an encrypted test notification (not supported by this server)',
      params: {
        push_account_id: form(z.int().optional(), {
          description: 'The number that the app chose for the account. If absent, all devices are meant.',
          example: 1234,
        }),
      },
      errors: [when('Always.', noActivePushDevice())],
      handler: () => {
        throw noActivePushDevice()
      },
    }),
  ] as const
}
