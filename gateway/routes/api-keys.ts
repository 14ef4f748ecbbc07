import { z } from 'zod'
import { announceLogin } from '../../core/people/users/announce-login.ts'
import { wrongCredentials } from '../../core/people/users/errors.ts'
import { checkActive, logIn } from '../../core/people/users/log-in.ts'
import type { RealmState } from '../../core/state/realm/state.ts'
import type { UserRecord } from '../../core/state/users/record.ts'
import { endpoint } from '../http/endpoint.ts'
import { loopbackOnly, notInProduction } from '../http/errors.ts'
import { form, line } from '../http/parameter.ts'
import { isLoopback } from '../http/remote-address.ts'
import type { Services } from '../services.ts'

const credentials = { api_key: z.string(), email: z.string(), user_id: z.int() }

export function apiKeyRoutes({ core, config }: Services) {
  return [
    endpoint({
      method: 'POST',
      path: '/fetch_api_key',
      access: 'anyone',
      summary: 'Get your API key with your password',
      params: { username: form(line()), password: form(line()) },
      response: credentials,
      errors: [wrongCredentials()],
      handler: async (call) => {
        const { username, password } = call.params
        await call.countAuthenticationAttempt(username)
        const user = await logIn(core, call.realm, username, password)
        await call.forgiveAuthenticationAttempts(username)
        await announceLogin(
          { core, realm: call.realm, user },
          {
            userAgent: call.userAgent,
            address: call.remoteAddress,
          },
        )
        return credentialsOf(call.realm, user)
      },
    }),
    endpoint({
      method: 'POST',
      path: '/dev_fetch_api_key',
      access: 'anyone',
      summary: 'Get the API key of any user and start a browser session (development servers only)',
      params: { username: form(line()) },
      response: credentials,
      errors: [wrongCredentials(), notInProduction(), loopbackOnly()],
      sameOrigin: true,
      handler: async (call) => {
        const { realm, params } = call
        // spec.md POST /dev_fetch_api_key: on a production server it always returns an error.
        if (config.isProduction) throw notInProduction()
        if (!config.developmentKeysForAll && !isLoopback(call.remoteAddress)) throw loopbackOnly()
        const user = await realm.withFreshState(() => {
          const found = realm.users.byEmail(params.username)
          if (found === undefined || found.isSystemBot) throw wrongCredentials()
          return checkActive(found)
        })
        await call.startSession(user)
        return credentialsOf(realm, user)
      },
    }),
  ] as const
}

const credentialsOf = (realm: RealmState, user: UserRecord) => ({
  api_key: realm.apiKeyOf(user),
  email: user.deliveryEmail,
  user_id: user.id,
})
