import { z } from 'zod'
import { MAX_PASSKEY_NAME_LENGTH, MAX_PASSKEYS_PER_USER } from '../../../config/limits.ts'
import { deviceOf } from '../../../core/people/credentials/device.ts'
import { deviceName } from '../../../core/people/credentials/device-name.ts'
import { addAuthenticator, beginAuthenticator } from '../../../core/people/second-factors/authenticator.ts'
import {
  lastFactorRequired,
  noAuthenticator,
  noSecondFactor,
  noSuchPasskey,
  passkeyNotRegistered,
  setupExpired,
  tooManyPasskeys,
  wrongSetupCode,
} from '../../../core/people/second-factors/errors.ts'
import { factorsOf } from '../../../core/people/second-factors/list.ts'
import { MAX_PASSKEY_RESPONSE } from '../../../core/people/second-factors/passkey-response.ts'
import {
  addPasskey,
  beginPasskey,
  removePasskey,
  renamePasskey,
} from '../../../core/people/second-factors/passkeys.ts'
import { removeAuthenticator, replaceRecoveryCodes } from '../../../core/people/second-factors/remove.ts'
import { languageFor } from '../../../core/platform/text/languages.ts'
import { endpoint, when } from '../../http/endpoint/endpoint.ts'
import { form, id, line, path, text } from '../../http/endpoint/parameter.ts'
import { passkeyOptionsShape } from '../../wire/passkey-options.ts'
import { staleLogIn } from '../../wire/shared-errors.ts'

const recoveryCodes = z
  .array(z.string())
  .describe('Codes that replace the second factor once each. They are shown only now.')

const CONFIRMED =
  'It needs a session in a browser, in which you have logged in or confirmed who you are within the last ten minutes.'

const passkey = z
  .object({
    id: z.int().describe('The id of the passkey.'),
    name: z.string().describe('Its name for you.'),
    created_at: z.int().describe('When you added it, in Unix seconds.'),
    last_used_at: z
      .int()
      .nullable()
      .describe('When you last logged in with it, in Unix seconds; null for never.'),
  })
  .meta({ id: 'Passkey', description: 'A device or security key with which somebody logs in.' })

const passkeyId = path(id(), { description: 'The id of one of your passkeys.', example: 3 })

/** The second factors of one's own account. */
export function secondFactorRoutes() {
  return [
    endpoint({
      method: 'GET',
      path: '/users/me/second_factors',
      access: 'person',
      summary: 'Get your second factors',
      description: 'The secrets and codes themselves are not in the answer.',
      response: {
        authenticator_added: z
          .int()
          .nullable()
          .describe('When you added your authenticator app, in Unix seconds; null without one.'),
        passkeys: z.array(passkey).describe('Your passkeys, the oldest first.'),
        recovery_codes_left: z.int().describe('The number of recovery codes that you have not used.'),
        required_from: z
          .int()
          .nullable()
          .describe(
            'From when the organization requires a second factor of you, in Unix seconds; null for never.',
          ),
      },
      handler: ({ caller }) => factorsOf(caller),
    }),
    endpoint({
      method: 'POST',
      path: '/users/me/authenticator/begin',
      access: 'person',
      summary: 'Get a secret for an authenticator app',
      description: `Nothing changes until POST /users/me/authenticator gets a code that the app has made with the secret. ${CONFIRMED}`,
      response: {
        secret: z.string().describe('The secret in base32, for people who type it into the app.'),
        uri: z.string().describe('The address that the QR code contains.'),
        setup: z.string().describe('The encrypted secret, for POST /users/me/authenticator.'),
      },
      errors: [staleLogIn],
      sameOrigin: true,
      handler: async (call) => {
        await call.requireFreshLogIn()
        return beginAuthenticator(call.caller)
      },
    }),
    endpoint({
      method: 'POST',
      path: '/users/me/authenticator',
      access: 'person',
      summary: 'Add an authenticator app',
      description: `It replaces the former app, if there is one. Log-ins with the password then need a code. ${CONFIRMED}`,
      params: {
        setup: form(line(), {
          description: 'The value of POST /users/me/authenticator/begin.',
          example: 'h3Jx0c1b7Kx2',
        }),
        code: form(line(), { description: 'The code that the app shows.', example: '123456' }),
      },
      response: { recovery_codes: recoveryCodes },
      errors: [
        staleLogIn,
        when('The code does not belong to the secret.', wrongSetupCode()),
        when('`setup` is not yours, or it is older than 15 minutes.', setupExpired()),
      ],
      sameOrigin: true,
      handler: async (call) => {
        await call.requireFreshLogIn()
        const { setup, code } = call.params
        return { recovery_codes: [...(await addAuthenticator(call.caller, setup, code))] }
      },
    }),
    endpoint({
      method: 'DELETE',
      path: '/users/me/authenticator',
      access: 'person',
      summary: 'Remove your authenticator app',
      description: `Without another factor, the recovery codes end too. ${CONFIRMED}`,
      errors: [
        staleLogIn,
        when('You have none.', noAuthenticator()),
        when('It is your last factor, and your organization requires one.', lastFactorRequired()),
      ],
      handler: async (call) => {
        await call.requireFreshLogIn()
        await removeAuthenticator(call.caller)
      },
    }),
    endpoint({
      method: 'POST',
      path: '/users/me/recovery_codes',
      access: 'person',
      summary: 'Get new recovery codes',
      description: `The former ones no longer work. ${CONFIRMED}`,
      response: { recovery_codes: recoveryCodes },
      errors: [staleLogIn, when('You have no second factor.', noSecondFactor())],
      sameOrigin: true,
      handler: async (call) => {
        await call.requireFreshLogIn()
        return { recovery_codes: [...(await replaceRecoveryCodes(call.caller))] }
      },
    }),
    endpoint({
      method: 'POST',
      path: '/users/me/passkeys/begin',
      access: 'person',
      summary: 'Get the options with which a browser makes a passkey',
      description: `The browser passes them to \`navigator.credentials.create\`, and its answer to POST /users/me/passkeys. They are valid for five minutes and once. ${CONFIRMED}`,
      response: { options: passkeyOptionsShape },
      errors: [staleLogIn, when('You have too many passkeys.', tooManyPasskeys(MAX_PASSKEYS_PER_USER))],
      sameOrigin: true,
      handler: async (call) => {
        await call.requireFreshLogIn()
        return { options: await beginPasskey(call.caller, call.passkeyPage) }
      },
    }),
    endpoint({
      method: 'POST',
      path: '/users/me/passkeys',
      access: 'person',
      summary: 'Add a passkey',
      description: `You can log in with it instead of the password. Log-ins with the password then need a second factor. ${CONFIRMED}`,
      params: {
        response: form(text(MAX_PASSKEY_RESPONSE), {
          description: 'The answer of the browser, as JSON.',
          example: '{"id":"…"}',
        }),
        name: form(line(MAX_PASSKEY_NAME_LENGTH).optional(), {
          description: 'A name for you. Default: the name of the device in your language.',
          example: 'Key on my desk',
        }),
      },
      response: {
        id: z.int().describe('The id of the passkey.'),
        recovery_codes: recoveryCodes,
      },
      errors: [
        staleLogIn,
        when('The answer does not belong to options of this session.', passkeyNotRegistered()),
        when('You have too many passkeys.', tooManyPasskeys(MAX_PASSKEYS_PER_USER)),
      ],
      sameOrigin: true,
      handler: async (call) => {
        await call.requireFreshLogIn()
        const language = languageFor(call.user.settings.default_language) ?? 'en'
        const { response, name = deviceName(language, deviceOf(call.userAgent)) } = call.params
        const { id, codes } = await addPasskey(call.caller, call.passkeyPage, response, name)
        return { id, recovery_codes: [...codes] }
      },
    }),
    endpoint({
      method: 'PATCH',
      path: '/users/me/passkeys/{passkey_id}',
      access: 'person',
      summary: 'Change the name of a passkey',
      params: {
        passkey_id: passkeyId,
        name: form(line(MAX_PASSKEY_NAME_LENGTH), { description: 'The new name.', example: 'Old phone' }),
      },
      errors: [when('You have no such passkey.', noSuchPasskey())],
      handler: ({ caller, params }) => renamePasskey(caller, params.passkey_id, params.name),
    }),
    endpoint({
      method: 'DELETE',
      path: '/users/me/passkeys/{passkey_id}',
      access: 'person',
      summary: 'Delete a passkey',
      description: `Without another factor, the recovery codes end too. ${CONFIRMED}`,
      params: { passkey_id: passkeyId },
      errors: [
        staleLogIn,
        when('You have no such passkey.', noSuchPasskey()),
        when('It is your last factor, and your organization requires one.', lastFactorRequired()),
      ],
      handler: async (call) => {
        await call.requireFreshLogIn()
        await removePasskey(call.caller, call.params.passkey_id)
      },
    }),
  ] as const
}
