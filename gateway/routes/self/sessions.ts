import { z } from 'zod'
import { checkPassword } from '../../../core/people/credentials/change-password.ts'
import { deviceOf } from '../../../core/people/credentials/device.ts'
import { deviceName } from '../../../core/people/credentials/device-name.ts'
import { endAllSessions, endSessionsOf } from '../../../core/people/credentials/end-sessions.ts'
import { forgetBrowserOfSession } from '../../../core/people/push-devices/register-browser.ts'
import { noSuchPasskey, passkeyRefused, wrongCode } from '../../../core/people/second-factors/errors.ts'
import { MAX_PASSKEY_RESPONSE } from '../../../core/people/second-factors/passkey-response.ts'
import { passkeyOptions, passkeysOf, usePasskey } from '../../../core/people/second-factors/passkeys.ts'
import { useCode } from '../../../core/people/second-factors/use-code.ts'
import { wrongPassword } from '../../../core/people/users/errors.ts'
import { mustBeAdministrator, mustBeOwner } from '../../../core/state/realm/errors.ts'
import { noSuchUser } from '../../../core/state/users/errors.ts'
import { endpoint, when } from '../../http/endpoint/endpoint.ts'
import { form, line, path, text } from '../../http/endpoint/parameter.ts'
import { freshLogInNeeded, noSuchSession, oneProofNeeded } from '../../http/errors/errors.ts'
import type { Services } from '../../services.ts'
import { passkeyOptionsShape } from '../../wire/passkey-options.ts'
import { userInPath } from '../../wire/shared-parameters.ts'

const session = z
  .object({
    id: z.string().describe('Identifies the session, and does not open it.'),
    device: z.string().describe('The program and its system in English, by its User-Agent.'),
    program: z
      .string()
      .nullable()
      .describe(
        'The program: `desktop_app`, `mobile_app`, `terminal_client` or a name such as `Firefox`; null for an unknown one.',
      ),
    system: z
      .string()
      .nullable()
      .describe('The system of the program, such as `Linux`; null for an unknown one.'),
    address: z.string().describe('The network address of the last use.'),
    started_at: z.int().nullable().describe('When it began, in Unix seconds; null when that is unknown.'),
    last_used_at: z.int().describe('When it was last used, in Unix seconds, at most five minutes late.'),
    is_current: z.boolean().describe('Whether this very request belongs to it.'),
  })
  .meta({ id: 'BrowserSession', description: 'A browser in which somebody is logged in.' })

/** The browsers in which somebody is logged in, and the proof of who somebody is within a session. */
export function sessionRoutes({ core }: Services) {
  return [
    endpoint({
      method: 'GET',
      path: '/users/me/sessions',
      access: 'person',
      summary: 'Get the browsers in which you are logged in',
      description: 'Programs with an API key are not in the list: a new key ends them.',
      response: { sessions: z.array(session).describe('The one that was used last comes first.') },
      handler: async ({ realm, user, session: current, sessions }) => ({
        sessions: (await sessions.of(realm.record, user)).map(
          ({ name, userAgent, address, startedAt, usedAt }) => {
            const device = deviceOf(userAgent)
            return {
              ...{ id: name, device: deviceName('en', device), ...device, address },
              ...{ started_at: startedAt, last_used_at: usedAt, is_current: name === current },
            }
          },
        ),
      }),
    }),
    endpoint({
      method: 'DELETE',
      path: '/users/me/sessions',
      access: 'person',
      summary: 'Delete all your sessions in other browsers',
      description: 'The session of this request stays. API keys stay.',
      handler: async ({ realm, user, session: current, sessions }) => {
        for (const { name } of await sessions.of(realm.record, user)) {
          if (name === current) continue
          await sessions.endNamed(realm.record, user.id, name)
          await forgetBrowserOfSession(core.db, user.id, name)
        }
      },
    }),
    endpoint({
      method: 'DELETE',
      path: '/users/me/sessions/{session_id}',
      access: 'person',
      summary: 'Delete one of your sessions in browsers',
      params: {
        session_id: path(line(64), {
          description: 'The id of one of your sessions.',
          example: 'vcrl5PmnMzHlLDqkmVfDULW_wcX4kdVQYLtQn1wKRB8',
        }),
      },
      errors: [when('You have no such session.', noSuchSession())],
      handler: async ({ realm, user, params, sessions }) => {
        const found = (await sessions.of(realm.record, user)).find(({ name }) => name === params.session_id)
        if (found === undefined) throw noSuchSession()
        await sessions.endNamed(realm.record, user.id, found.name)
        await forgetBrowserOfSession(core.db, user.id, found.name)
      },
    }),
    endpoint({
      method: 'DELETE',
      path: '/users/{user_id}/sessions',
      access: 'user',
      summary: 'Delete the sessions of a person in all browsers, as an administrator',
      description: 'API keys stay. Programs with a key go on.',
      permission: 'Administrators. Only owners do this to an owner.',
      params: { user_id: userInPath },
      errors: [
        when('The user does not exist or is a bot.', noSuchUser()),
        when('You are not an administrator.', mustBeAdministrator()),
        when('The user is an owner, and you are not.', mustBeOwner()),
      ],
      handler: ({ caller, params }) => endSessionsOf(caller, params.user_id),
    }),
    endpoint({
      method: 'DELETE',
      path: '/realm/sessions',
      access: 'administrator',
      summary: 'Delete the sessions of everybody in all browsers',
      description:
        'Everybody logs in again, you too. API keys stay. Programs with a key go on, mobile apps too.',
      handler: ({ caller }) => endAllSessions(caller),
    }),
    endpoint({
      method: 'POST',
      path: '/users/me/confirm_identity',
      access: 'person',
      summary: 'Check again who you are, in a browser',
      description:
        'Give one of `password`, `code` and `passkey`. For the next ten minutes this session may change how you log in. Wrong attempts are limited.',
      params: {
        password: form(line().optional(), { description: 'Your password.', example: 'verona' }),
        code: form(line(40).optional(), {
          description: 'A code of your authenticator app, or a recovery code, which is then used up.',
          example: '123456',
        }),
        passkey: form(text(MAX_PASSKEY_RESPONSE).optional(), {
          description:
            'The answer of the browser to the options of POST /users/me/confirm_identity/passkey, as JSON.',
          example: '{"id":"…"}',
        }),
      },
      errors: [
        when('You give none of them.', oneProofNeeded()),
        when('The passkey is not yours, or it answers other options.', passkeyRefused()),
        when('The password is wrong.', wrongPassword()),
        when('The code is wrong or has been used.', wrongCode()),
        when('The request has an API key instead of a session.', freshLogInNeeded()),
      ],
      handler: async (call) => {
        const { realm, user, params } = call
        const { password, code, passkey } = params
        if (call.session === undefined) throw freshLogInNeeded()
        if (code === undefined && password === undefined && passkey === undefined) throw oneProofNeeded()
        const kind = code === undefined && passkey === undefined ? 'password' : 'code'
        await call.countAuthenticationAttempt(user.deliveryEmail, kind)
        if (passkey !== undefined) await usePasskey(core, realm, 'confirm', call.passkeyPage, passkey, user)
        else if (code !== undefined) await useCode(core, realm, user, code)
        else await checkPassword(core, user, password!)
        await call.forgiveAuthenticationAttempts(user.deliveryEmail, kind)
        await call.confirmLogIn()
      },
    }),
    endpoint({
      method: 'POST',
      path: '/users/me/confirm_identity/passkey',
      access: 'person',
      summary: 'Get the options with which a browser asks for one of your passkeys',
      description:
        'The browser passes them to `navigator.credentials.get`. They are valid for five minutes and once.',
      response: { options: passkeyOptionsShape },
      errors: [
        when('You have no passkey.', noSuchPasskey()),
        when('The request has an API key instead of a session.', freshLogInNeeded()),
      ],
      sameOrigin: true,
      handler: async ({ realm, user, passkeyPage }) => {
        const passkeys = await passkeysOf(core, user.id)
        if (passkeys.length === 0) throw noSuchPasskey()
        return { options: passkeyOptions(core, realm, 'confirm', passkeyPage, { id: user.id, passkeys }) }
      },
    }),
  ] as const
}
