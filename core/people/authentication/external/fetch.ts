import { MAX_OPENID_ANSWER_BYTES } from '../../../../config/limits.ts'
import type { PublicNetwork } from '../../../platform/net/public-network.ts'

type Fetch = (address: string, init?: RequestInit) => Promise<Response>

/** As `fetch`, over the network. Rejects when the answer is longer than MAX_OPENID_ANSWER_BYTES. */
export const boundedFetch =
  (network: PublicNetwork | undefined): Fetch =>
  async (address, init) => {
    const response =
      network === undefined
        ? await fetch(address, init)
        : ((await network.fetch(address, init as never)) as unknown as Response)
    const parts: Uint8Array[] = []
    let bytes = 0
    for await (const part of response.body ?? []) {
      bytes += part.length
      if (bytes > MAX_OPENID_ANSWER_BYTES) throw new Error('the answer of the provider is too long')
      parts.push(part)
    }
    const { status, statusText, headers } = response
    const isEmpty = parts.length === 0
    const copy = new Response(isEmpty ? null : Buffer.concat(parts), {
      status,
      statusText,
      headers: [...headers],
    })
    Object.defineProperty(copy, 'url', { value: response.url })
    return copy
  }
