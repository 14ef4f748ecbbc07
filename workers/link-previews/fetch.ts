import type { LinkPreview } from '../../core/content/markdown/embeds.ts'
import { getFollowing } from '../../core/platform/net/get.ts'
import type { PublicNetwork } from '../../core/platform/net/public-network.ts'
import { isTimeout } from '../running/hosts.ts'

export const TIME_LIMIT_MS = 10_000

/** Bytes that are read of a page: its metadata is at the beginning. */
const MAX_BYTES = 512 * 1024

/**
 * Fetches the preview of a page. Undefined when the page cannot be reached in time, is not HTML, or has no
 * usable metadata. Calls `silent` when it was not reached in time.
 */
export async function fetchPreview(
  network: PublicNetwork,
  address: string,
  timeLimitMs = TIME_LIMIT_MS,
  silent: () => void = () => undefined,
): Promise<LinkPreview | undefined> {
  const headers = {
    accept: 'text/html, application/xhtml+xml',
    'user-agent': 'Mozilla/5.0 (compatible; LoquatLinkPreview/1.0)',
  }
  const signal = AbortSignal.timeout(timeLimitMs)
  try {
    const { response, url } = await getFollowing(network, address, headers, signal)
    const type = response.headers.get('content-type') ?? ''
    if (!response.ok || !/^(?:text\/html|application\/xhtml\+xml)\b/i.test(type.trim())) {
      await response.body?.cancel()
      return undefined
    }
    const { readPage } = await import('./page.ts')
    return readPage(decode(await readBeginning(response), type), url)
  } catch (error) {
    if (signal.aborted || isTimeout(error)) silent()
    return undefined
  }
}

type Response = Awaited<ReturnType<PublicNetwork['fetch']>>

async function readBeginning(response: Response): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of response.body ?? []) {
    chunks.push(chunk)
    length += chunk.length
    if (length >= MAX_BYTES) break // cancels the rest of the response
  }
  return Buffer.concat(chunks).subarray(0, MAX_BYTES)
}

/** Decodes the bytes by the charset of the server, else of the page, else as UTF-8. */
function decode(bytes: Buffer, type: string): string {
  const stated =
    /charset=["']?([\w:-]+)/i.exec(type) ??
    /<meta[^>]+charset=["']?([\w:-]+)/i.exec(bytes.toString('latin1', 0, 2048))
  try {
    return new TextDecoder(stated?.[1] ?? 'utf-8').decode(bytes)
  } catch {
    return bytes.toString()
  }
}
