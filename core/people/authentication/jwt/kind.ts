import { JWT_SETTINGS, type JwtProvider } from '../../../../config/jwt-settings.ts'
import { OPENID_TIMEOUT_SECONDS } from '../../../../config/limits.ts'
import { differingClock } from '../external/clock.ts'
import { boundedFetch } from '../external/fetch.ts'
import type { ProviderKind } from '../external/kind.ts'
import { jwtMethod } from './method.ts'
import { keyOf } from './token.ts'

/** Portals of a company that sign tokens themselves. */
export const JWT: ProviderKind<JwtProvider> = {
  name: 'jwt',
  prefix: 'jwt',
  settings: JWT_SETTINGS,
  method: jwtMethod,
  test: async (provider, network) => {
    const key = keyOf(provider)
    if (key === undefined)
      return {
        isGood: false,
        found: 'it has neither a secret nor a usable public key',
        advice: 'enter the secret that it signs with, or its public key',
      }
    const { host } = new URL(provider.portal)
    try {
      const signal = AbortSignal.timeout(OPENID_TIMEOUT_SECONDS * 1000)
      const answer = await boundedFetch(network)(provider.portal, { signal, redirect: 'manual' })
      const differing = differingClock(answer.headers.get('date'))
      if (differing !== undefined) return differing
      return { isGood: true, found: `${host} answers; tokens are signed by ${key.algorithms.join(', ')}` }
    } catch (error) {
      return {
        isGood: true,
        found: `this server does not reach ${host}: ${(error as Error).message.slice(0, 200)}`,
        advice: 'browsers may reach it all the same; try to log in',
      }
    }
  },
}
