import type { PublicNetwork } from './public-network.ts'

type Response = Awaited<ReturnType<PublicNetwork['fetch']>>

const MAX_REDIRECTS = 4
const REDIRECTS: readonly number[] = [301, 302, 303, 307, 308]

/** An answer, and the address that it came from in the end. */
export interface Got {
  readonly response: Response
  readonly url: URL
}

/**
 * Asks a server that strangers name for a page or a picture, and follows where it leads, a few times and by HTTP
 * alone. Throws when it leads further, and as `PublicNetwork.fetch`.
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
