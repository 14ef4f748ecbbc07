import type { PublicNetwork } from './public-network.ts'

type Response = Awaited<ReturnType<PublicNetwork['fetch']>>

const MAX_REDIRECTS = 4
const REDIRECTS: readonly number[] = [301, 302, 303, 307, 308]

/** A response and the final URL after redirects. */
export interface Got {
  readonly response: Response
  readonly url: URL
}

/**
 * Requests a URL that a user supplied, and follows up to four HTTP redirects. Throws when there are more
 * redirects or another protocol, and as `PublicNetwork.fetch` does.
 */
export async function getFollowing(
  network: PublicNetwork,
  address: string,
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<Got> {
  let url = new URL(address)
  for (let n = 0; n <= MAX_REDIRECTS; n++) {
    if (!/^https?:$/.test(url.protocol)) break
    const response = await network.fetch(url, { headers, signal, redirect: 'manual' })
    const location = response.headers.get('location')
    if (!REDIRECTS.includes(response.status) || location === null) return { response, url }
    await response.body?.cancel()
    url = new URL(location, url)
  }
  throw new Error(`${address} leads too far`)
}
