import { Agent, fetch } from 'undici'
import type { Client } from './client.ts'

const agent = new Agent({ connections: 128, bodyTimeout: 60_000, headersTimeout: 60_000 })

export interface TusAnswer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
}

type Sent = Record<string, string>

/** One request of the tus protocol, byte for byte as given. `path` is `/api/v1/tus` or what a Location says. */
export async function tus(
  client: Client,
  method: string,
  path = '/api/v1/tus',
  headers: Sent = {},
  body?: Buffer,
  signal?: AbortSignal,
): Promise<TusAnswer> {
  const response = await fetch(client.url + path, {
    method,
    body,
    signal,
    dispatcher: agent,
    headers: { ...client.headers, 'tus-resumable': '1.0.0', ...headers },
  })
  return {
    status: response.status,
    headers: response.headers as unknown as Headers,
    text: await response.text(),
  }
}

export const metadata = (pairs: Record<string, string>): string =>
  Object.entries(pairs)
    .map(([name, value]) => `${name} ${Buffer.from(value).toString('base64')}`)
    .join(',')

export const create = (client: Client, length: number, name = 'file.bin', more: Sent = {}, body?: Buffer) =>
  tus(
    client,
    'POST',
    undefined,
    { 'upload-length': String(length), 'upload-metadata': metadata({ filename: name }), ...more },
    body,
  )

/** Where an upload that could be created is. */
export async function created(client: Client, length: number, name?: string): Promise<string> {
  const { status, headers, text } = await create(client, length, name)
  if (status !== 201) throw new Error(`${status} ${text}`)
  return headers.get('location')!
}

export const patch = (client: Client, path: string, offset: number, bytes: Buffer, signal?: AbortSignal) =>
  tus(
    client,
    'PATCH',
    path,
    { 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' },
    bytes,
    signal,
  )

/** How much of an upload has arrived. */
export async function offsetOf(client: Client, path: string): Promise<number> {
  const { status, headers } = await tus(client, 'HEAD', path)
  if (status !== 200) throw new Error(`HEAD: ${status}`)
  return Number(headers.get('upload-offset'))
}

/**
 * Sends what `take` gives from where the upload is. A request that was cut off may still be storing what came of
 * it, so that an offset is out of date by the time it is used: then it asks again, as clients do.
 */
export async function proceed(
  client: Client,
  path: string,
  take: (offset: number) => Buffer,
): Promise<TusAnswer> {
  for (let tries = 0; ; tries++) {
    const offset = await offsetOf(client, path)
    const answer = await patch(client, path, offset, take(offset))
    if (answer.status !== 409 || tries === 10) return answer
  }
}
