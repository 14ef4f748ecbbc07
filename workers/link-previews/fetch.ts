import type { LinkPreview } from '../../core/content/markdown/embeds.ts'
import { getFollowing } from '../../core/platform/net/get.ts'
import type { PublicNetwork } from '../../core/platform/net/public-network.ts'
import { secondsOfRetryAfter } from '../../core/platform/net/retry-after.ts'
import { isTimeout } from '../running/hosts.ts'

export const TIME_LIMIT_MS = 10_000

/** Bytes that are read of a page: its metadata is at the beginning. */
const MAX_BYTES = 512 * 1024

/** Statuses below 500 of a page that its server may give later. */
const TEMPORARY: readonly number[] = [408, 425, 429]
/** Errors of a connection that may be made later. */
const LOST: readonly unknown[] = ['ECONNREFUSED', 'ECONNRESET', 'EAI_AGAIN', 'EHOSTUNREACH', 'UND_ERR_SOCKET']

/** A page that its server cannot give now, but may after this time. */
export class Unavailable {
  readonly afterSeconds: number

  constructor(afterSeconds = 0) {
    this.afterSeconds = afterSeconds
  }
}

/**
 * Fetches the preview of a page. Undefined when the page is not HTML, or has no usable metadata. Calls
 * `silent` when it was not reached in time.
 */
export async function fetchPreview(
  network: PublicNetwork,
  address: string,
  timeLimitMs = TIME_LIMIT_MS,
  silent: () => void = () => undefined,
): Promise<LinkPreview | Unavailable | undefined> {
  const headers = {
    accept: 'text/html, application/xhtml+xml',
    'user-agent': 'Mozilla/5.0 (compatible; LoquatLinkPreview/1.0)',
  }
  const signal = AbortSignal.timeout(timeLimitMs)
  try {
    const { response, url } = await getFollowing(network, address, headers, signal)
    if (response.status >= 500 || TEMPORARY.includes(response.status)) {
      await response.body?.cancel()
      return new Unavailable(secondsOfRetryAfter(response.headers.get('retry-after')))
    }
    const type = response.headers.get('content-type') ?? ''
    if (!response.ok || !/^(?:text\/html|application\/xhtml\+xml)\b/i.test(type.trim())) {
      await response.body?.cancel()
      return undefined
    }
    const { readPage } = await import('./page.ts')
    return readPage(decode(await readBeginning(response), type), url)
  } catch (error) {
    const isSilent = signal.aborted || isTimeout(error)
    if (isSilent) silent()
    return isSilent || isLost(error) ? new Unavailable() : undefined
  }
}

const isLost = (error: unknown): boolean =>
  LOST.includes(((error as Error).cause as { code?: unknown } | undefined)?.code)

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
