import { GITHUB_SETTINGS, type GitHubProvider } from '../../../../config/github-settings.ts'
import { OPENID_TIMEOUT_SECONDS } from '../../../../config/limits.ts'
import type { PublicNetwork } from '../../../platform/net/public-network.ts'
import { differingClock } from '../external/clock.ts'
import { boundedFetch } from '../external/fetch.ts'
import type { ProviderKind, TestResult } from '../external/kind.ts'
import { apiOf, gitHubMethod } from './method.ts'

const MAX_REASON_LENGTH = 200

/** GitHub and GitHub Enterprise Server. */
export const GITHUB: ProviderKind<GitHubProvider> = {
  name: 'github',
  prefix: 'github',
  settings: GITHUB_SETTINGS,
  method: gitHubMethod,
  test: testGitHub,
}

/**
 * Asks GitHub for a token with a code that does not exist. Its refusal tells whether it knows the client.
 * Nobody is logged in. Never rejects.
 */
async function testGitHub(
  { address, client_id, client_secret }: GitHubProvider,
  network: PublicNetwork | undefined,
): Promise<TestResult> {
  const { host, origin } = new URL(address)
  try {
    const answer = await boundedFetch(network)(`${origin}/login/oauth/access_token`, {
      method: 'POST',
      headers: { accept: 'application/json', 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ client_id, client_secret, code: 'none' }).toString(),
      signal: AbortSignal.timeout(OPENID_TIMEOUT_SECONDS * 1000),
      redirect: 'manual',
    })
    const differing = differingClock(answer.headers.get('date'))
    if (differing !== undefined) return differing
    if (answer.status >= 500) throw new Error(`it answers ${answer.status}`)
    const { error } = (await answer.json()) as { error?: unknown }
    if (error === 'incorrect_client_credentials' || answer.status === 404)
      return {
        isGood: false,
        found: `${host} does not know the client`,
        advice: 'enter the client id and secret of the OAuth app',
      }
    if (error !== 'bad_verification_code') throw new Error(`it answers ${answer.status}`)
    return { isGood: true, found: `${host} answers and knows the client; its API is ${apiOf(address)}` }
  } catch (error) {
    return {
      isGood: false,
      found: `${host} is of no use: ${(error as Error).message.slice(0, MAX_REASON_LENGTH)}`,
      advice: `let this machine reach ${origin}`,
    }
  }
}
