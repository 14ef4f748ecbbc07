import { z } from 'zod'
import { DEVICE_CODE_SECONDS, DEVICE_POLL_SECONDS } from '../../../config/limits.ts'
import { DeviceLogIns } from '../../../core/people/authentication/device-codes.ts'
import {
  deviceCodeExpired,
  deviceCodePending,
  deviceLogInDenied,
  pollingTooFast,
} from '../../../core/people/authentication/errors.ts'
import { announceLogin } from '../../../core/people/credentials/announce-login.ts'
import { realmUrl } from '../../../core/state/realm/address.ts'
import { endpoint, when } from '../../http/endpoint/endpoint.ts'
import { form, line } from '../../http/endpoint/parameter.ts'
import type { Services } from '../../services.ts'

/** The log-in of programs without a browser, in the shape of RFC 8628. */
export function deviceLogInRoutes({ core, config }: Services) {
  const logIns = () => new DeviceLogIns(core.redis)
  return [
    endpoint({
      method: 'POST',
      path: '/device_authorization',
      access: 'anyone',
      summary: 'Register a log-in without a browser',
      description: `For terminals and other programs without a browser, with every way to log in (RFC 8628). Show \`user_code\` and \`verification_uri\` to the person, who enters the code there, and then call POST /device_token every \`interval\` seconds.`,
      response: {
        device_code: z.string().describe('The secret of this log-in, for POST /device_token.'),
        user_code: z.string().describe('What the person enters, in upper or lower case.'),
        verification_uri: z.string().describe('The address of the page on which the person enters it.'),
        verification_uri_complete: z.string().describe('The same address with the code, for a QR code.'),
        expires_in: z.int().describe('Seconds until the codes expire.'),
        interval: z.int().describe('Seconds between two calls of POST /device_token.'),
      },
      handler: async ({ realm, userAgent, remoteAddress: address }) => {
        const { deviceCode, userCode } = await logIns().begin(realm.id, { userAgent, address })
        const page = `${realmUrl(realm.record, config.rootUrl)}/accounts/device`
        return {
          ...{ device_code: deviceCode, user_code: userCode, verification_uri: page },
          verification_uri_complete: `${page}?user_code=${userCode}`,
          ...{ expires_in: DEVICE_CODE_SECONDS, interval: DEVICE_POLL_SECONDS },
        }
      },
    }),
    endpoint({
      method: 'POST',
      path: '/device_token',
      access: 'anyone',
      summary: 'Get your API key after a log-in without a browser',
      description:
        'Call it until the person has decided. It answers once with the key, and counts as a log-in: the person gets a mail about it if the setting `enable_login_emails` is on.',
      params: {
        device_code: form(line(100), {
          description: 'The `device_code` of POST /device_authorization.',
          example: 'q0Y3mX8vT2bN6kLsR9dWcF1hJ4gZ7aEpUuVvXxYyZz0',
        }),
      },
      response: {
        api_key: z
          .string()
          .describe('The password of HTTP Basic authentication, with `email` as the user name.'),
        email: z.string().describe("The user's real email address."),
        user_id: z.int().describe('The id of the user.'),
      },
      errors: [
        when('The person has not decided yet.', deviceCodePending()),
        when('You call more often than every `interval` seconds.', pollingTooFast()),
        when('The person has denied it.', deviceLogInDenied()),
        when('The code is unknown, expired or used.', deviceCodeExpired()),
      ],
      sameOrigin: true,
      handler: async ({ realm, params }) => {
        const { user, from } = await logIns().redeem(realm, params.device_code)
        await announceLogin({ core, realm, user }, from, 'device_code')
        return { api_key: realm.apiKeyOf(user), email: user.deliveryEmail, user_id: user.id }
      },
    }),
  ] as const
}
