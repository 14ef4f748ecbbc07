import { z } from 'zod'
import { methodsFor } from '../../../core/people/authentication/allowed.ts'
import { proofByPassword } from '../../../core/people/authentication/by-password.ts'
import { logInPageNeeded, passwordClosed } from '../../../core/people/authentication/errors.ts'
import {
  accountStays,
  addressMissing,
  addressNotConfirmed,
  noAccountHere,
  otherIdentity,
  providerUnavailable,
} from '../../../core/people/authentication/external/errors.ts'
import { needsSecondStep } from '../../../core/people/authentication/proceed.ts'
import { announceLogin } from '../../../core/people/credentials/announce-login.ts'
import { auditLogIn } from '../../../core/people/credentials/audit-login.ts'
import { checkActive } from '../../../core/people/credentials/log-in.ts'
import { invitationRequired } from '../../../core/people/invites/errors.ts'
import { wrongCredentials } from '../../../core/people/users/errors.ts'
import { ApiError } from '../../../core/platform/errors.ts'
import { realmUrl } from '../../../core/state/realm/address.ts'
import { pastedAddress } from '../../../core/state/realm/email.ts'
import type { RealmState } from '../../../core/state/realm/state.ts'
import { accountDeactivated } from '../../../core/state/users/errors.ts'
import { isAdministrator, type UserRecord } from '../../../core/state/users/record.ts'
import { requireDevelopment } from '../../http/authentication/development-access.ts'
import { endpoint, when } from '../../http/endpoint/endpoint.ts'
import { form, line } from '../../http/endpoint/parameter.ts'
import { loopbackOnly, notInProduction } from '../../http/errors/errors.ts'
import type { Services } from '../../services.ts'

const credentials = {
  api_key: z.string().describe('The password of HTTP Basic authentication, with `email` as the user name.'),
  email: z.string().describe("The user's real email address."),
  user_id: z.int().describe('The id of the user.'),
}

const loginChoice = z.object({
  email: z.string().describe("The person's real email address."),
  realm_url: z.string().describe('The address of the organization.'),
  realm_uri: z.string().describe('Deprecated: the same as `realm_url`.'),
})

export function apiKeyRoutes({ core, config }: Services) {
  return [
    endpoint({
      method: 'POST',
      path: '/fetch_api_key',
      access: 'anyone',
      summary: 'Get your API key with your password',
      description:
        'Call it once and keep the key: each call counts as a log-in, and the person gets a mail about it if the setting `enable_login_emails` is on. Wrong attempts are limited for each account and each address.',
      params: {
        username: form(line(), {
          description:
            'The email address of your account, in upper or lower case, or your name in the directory of your company. White space around it is ignored.',
          example: 'hamlet@demo.test',
        }),
        password: form(line(), {
          description: 'The password of your account, or of the directory.',
          example: 'verona',
        }),
      },
      response: credentials,
      errors: [
        when('No person has this address and password, or the account has no password.', wrongCredentials()),
        when('The password is right, but the account is deactivated.', accountDeactivated()),
        when('The directory of the company does not answer.', providerUnavailable('Acme')),
        when('The directory has no address of the person.', addressMissing('Acme')),
        when('The provider does not say that the address is confirmed.', addressNotConfirmed('Acme')),
        when('The directory makes no accounts, and the person has none.', noAccountHere('ann@acme.test')),
        when(
          'The account is joined to somebody else in the directory.',
          otherIdentity('ann@acme.test', 'Acme'),
        ),
        when(
          'The directory may not be joined to the account that has the address.',
          accountStays('ann@acme.test', 'Acme'),
        ),
        when('The person has no account, and needs an invitation.', invitationRequired()),
        when(
          'The password is right, but the account has a second factor. Open `/login?mobile_flow_otp=…` in a browser.',
          logInPageNeeded(),
        ),
        when(
          'The password is right, but the organization has closed this way to log in, or requires another one of the person. Open `/login?mobile_flow_otp=…` in a browser.',
          passwordClosed(),
        ),
      ],
      handler: async (call) => {
        const { password } = call.params
        const username = pastedAddress(call.params.username)
        await call.countAuthenticationAttempt(username)
        const from = { userAgent: call.userAgent, address: call.remoteAddress }
        const { realm } = call
        const outcome = await proofByPassword({ core, realm, from }, call.params.username, password)
        const proof = 'refusal' in outcome ? undefined : outcome
        try {
          if ('refusal' in outcome) throw outcome.refusal
          await call.forgiveAuthenticationAttempts(username)
          const { method, user } = outcome
          if (!methodsFor(core, realm, user).some(({ name }) => name === method)) throw passwordClosed()
          if (needsSecondStep(outcome)) throw logInPageNeeded()
        } catch (error) {
          if (!(error instanceof ApiError)) throw error
          const meant = proof?.user ?? realm.users.byEmail(username)
          const known = meant?.isBot === false ? meant.id : undefined
          auditLogIn(core, realm, from, { method: outcome.auditName, user: known, refusal: error.code })
          throw error
        }
        const { user } = proof!
        await announceLogin({ core, realm, user }, from, outcome.auditName)
        return credentialsOf(call.realm, user)
      },
    }),
    endpoint({
      method: 'POST',
      path: '/dev_fetch_api_key',
      access: 'anyone',
      summary: 'Get the API key of any user and start a browser session (development servers only)',
      description:
        'It needs no password and sets the cookies of the session. Unless the operator allows it for all callers, only callers on the same machine get a key.',
      params: {
        username: form(line(), {
          description: 'The email address of the user or bot.',
          example: 'iago@demo.test',
        }),
      },
      response: credentials,
      errors: [
        when('No user has this address.', wrongCredentials()),
        when('The account is deactivated.', accountDeactivated()),
        when('The server is a production server.', notInProduction()),
        when('You call from another machine.', loopbackOnly()),
      ],
      sameOrigin: true,
      handler: async (call) => {
        const { realm, params } = call
        requireDevelopment(config, call.remoteAddress)
        const user = await realm.withFreshState(() => {
          const found = realm.users.byEmail(params.username)
          if (found === undefined || found.isSystemBot) throw wrongCredentials()
          return checkActive(found)
        })
        await call.startSession(user)
        return credentialsOf(realm, user)
      },
    }),
    endpoint({
      method: 'GET',
      path: '/dev_list_users',
      access: 'anyone',
      summary: 'Get the people whom one can log in as (development servers only)',
      description:
        'For log-in screens of apps: POST /dev_fetch_api_key takes the addresses. Unless the operator allows it for all callers, only callers on the same machine get the list.',
      response: {
        direct_admins: z.array(loginChoice).describe('The administrators and owners.'),
        direct_users: z.array(loginChoice).describe('The others.'),
      },
      errors: [
        when('The server is a production server.', notInProduction()),
        when('You call from another machine.', loopbackOnly()),
      ],
      sameOrigin: true,
      handler: (call) => {
        const { realm } = call
        requireDevelopment(config, call.remoteAddress)
        const url = realmUrl(realm.record, config.rootUrl)
        const people = [...realm.users].filter(({ isActive, isBot }) => isActive && !isBot)
        const choices = (chosen: readonly UserRecord[]) =>
          chosen.map(({ deliveryEmail: email }) => ({ email, realm_url: url, realm_uri: url }))
        return {
          direct_admins: choices(people.filter(isAdministrator)),
          direct_users: choices(people.filter((person) => !isAdministrator(person))),
        }
      },
    }),
  ] as const
}

const credentialsOf = (realm: RealmState, user: UserRecord) => ({
  api_key: realm.apiKeyOf(user),
  email: user.deliveryEmail,
  user_id: user.id,
})
