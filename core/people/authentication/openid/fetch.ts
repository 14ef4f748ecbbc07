import { MAX_OPENID_ANSWER_BYTES } from '../../../../config/limits.ts'

/** As `fetch`. Rejects when the answer is longer than MAX_OPENID_ANSWER_BYTES. */
export async function boundedFetch(...request: Parameters<typeof fetch>): Promise<Response> {
  const response = await fetch(...request)
  const parts: Uint8Array[] = []
  let bytes = 0
  for await (const part of response.body ?? []) {
    bytes += part.length
    if (bytes > MAX_OPENID_ANSWER_BYTES) throw new Error('the answer of the provider is too long')
    parts.push(part)
  }
  const { status, statusText, headers } = response
  const isEmpty = parts.length === 0
  const copy = new Response(isEmpty ? null : Buffer.concat(parts), { status, statusText, headers })
  Object.defineProperty(copy, 'url', { value: response.url })
  return copy
}
