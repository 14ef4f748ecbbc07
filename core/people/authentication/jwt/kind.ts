import { JWT_SETTINGS, type JwtProvider } from '../../../../config/jwt-settings.ts'
import { OPENID_TIMEOUT_SECONDS } from '../../../../config/limits.ts'
import type { ProviderKind } from '../external/kind.ts'
import { providerNetwork } from '../external/network.ts'
import { jwtMethod } from './method.ts'
import { keyOf } from './token.ts'

/** Seconds by which an answer's time may differ. The header Date has whole seconds. */
const CLOCK_TOLERANCE_SECONDS = 30

/** Portals of a company that sign tokens themselves. */
export const JWT: ProviderKind<JwtProvider> = {
  name: 'jwt',
  prefix: 'jwt',
  settings: JWT_SETTINGS,
  method: (_, provider) => jwtMethod(provider),
  test: async (core, provider) => {
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
      const answer = await providerNetwork(core).fetch(provider.portal, { signal, redirect: 'manual' })
      await answer.body?.cancel()
      const clock = Date.parse(answer.headers.get('date') ?? '')
      const seconds = Number.isNaN(clock) ? 0 : Math.round(Math.abs(clock - Date.now()) / 1000)
      if (seconds > CLOCK_TOLERANCE_SECONDS)
        return {
          isGood: false,
          found: `its clock differs from this machine's by ${seconds} s`,
          advice:
            'synchronize the clock of this machine (timedatectl set-ntp true), or the one of the portal',
        }
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
