import type { Config } from '../../config/environment.ts'
import type { OpenIdProvider } from '../../config/openid-providers.ts'
import { inspect } from '../../core/people/authentication/openid/inspect.ts'
import { type Finding, ok, type Row, reasonOf, runCheck, warning, wrong } from './check.ts'

/** Seconds by which an answer's time may differ. The header Date has whole seconds. */
const CLOCK_TOLERANCE_SECONDS = 30

/** Checks each provider of OpenID Connect: discovery, keys, PKCE, and the clock. Nobody is logged in. */
export async function checkOpenId({ openidProviders }: Pick<Config, 'openidProviders'>): Promise<Row[]> {
  return Promise.all(
    openidProviders.map((provider) =>
      runCheck({
        name: `Log-in with ${provider.name}`,
        timeLimitMs: 25_000,
        advice: adviceFor(provider),
        run: () => check(provider),
      }),
    ),
  )
}

const adviceFor = ({ issuer }: OpenIdProvider): string =>
  `let this machine reach ${issuer.replace(/\/$/, '')}/.well-known/openid-configuration, and write issuer in OPENID_PROVIDERS as "issuer" there`

async function check(provider: OpenIdProvider): Promise<Finding> {
  const { keys, hasPkce, hasEmail, clock } = await inspect(provider).catch((error: unknown) => {
    throw new Error(`${provider.issuer} is of no use: ${reasonOf(error)}`)
  })
  if (keys === 0) return wrong('it publishes no keys', 'let the provider sign ID tokens with a public key')
  const seconds = clock === undefined ? 0 : Math.round(Math.abs(clock - Date.now()) / 1000)
  if (seconds > CLOCK_TOLERANCE_SECONDS) {
    const found = `its clock differs from this machine's by ${seconds} s`
    return wrong(found, 'synchronize the clock of this machine (timedatectl set-ntp true)')
  }
  if (hasPkce === false)
    return warning('it does not offer PKCE with S256', 'allow PKCE for the client at the provider')
  if (hasEmail === false)
    return warning('it does not offer the scope email', 'let it tell addresses to this client')
  return ok(`${provider.issuer} answers, with ${keys} ${keys === 1 ? 'key' : 'keys'}`)
}
