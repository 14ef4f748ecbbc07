import type { Config } from '../../config/environment.ts'
import type { OpenIdProvider } from '../../config/openid-providers.ts'
import { testOpenId } from '../../core/people/authentication/openid/kind.ts'
import { type Finding, ok, type Row, runCheck, warning, wrong } from './check.ts'

/** Checks each provider of OpenID Connect: discovery, keys, PKCE, and the clock. Nobody is logged in. */
export async function checkOpenId({ openidProviders }: Pick<Config, 'openidProviders'>): Promise<Row[]> {
  return Promise.all(
    openidProviders.map((provider) =>
      runCheck({
        name: `Log-in with ${provider.name}`,
        timeLimitMs: 25_000,
        advice: `let this machine reach ${provider.issuer}`,
        run: () => check(provider),
      }),
    ),
  )
}

async function check(provider: OpenIdProvider): Promise<Finding> {
  const { isGood, found, advice } = await testOpenId(provider)
  if (advice === undefined) return ok(found)
  return isGood ? warning(found, advice) : wrong(found, advice)
}
