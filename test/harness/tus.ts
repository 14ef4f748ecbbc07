import { Agent, fetch } from 'undici'
import type { Client } from './client.ts'
import { withLocalHosts } from './local-hosts.ts'

const agent = new Agent({
  connections: 128,
  bodyTimeout: 60_000,
  headersTimeout: 60_000,
  connect: { lookup: withLocalHosts },
})

export interface TusAnswer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
}

type SentHeaders = Record<string, string>

/**
 * Sends one request of the tus protocol unchanged. `path` is `/api/v1/tus` or the path of a Location header.
 */
export async function tus(
  client: Client,
  method: string,
  path = '/api/v1/tus',
  headers: SentHeaders = {},
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

export const create = (
  client: Client,
  length: number,
  name = 'file.bin',
  more: SentHeaders = {},
  body?: Buffer,
) =>
  tus(
    client,
    'POST',
    undefined,
    { 'upload-length': String(length), 'upload-metadata': metadata({ filename: name }), ...more },
    body,
  )

/** Creates an upload and returns its path. Throws when the server refuses. */
export async function createUpload(client: Client, length: number, name?: string): Promise<string> {
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

/** Returns the number of bytes of an upload that the server has. */
export async function offsetOf(client: Client, path: string): Promise<number> {
  const { status, headers } = await tus(client, 'HEAD', path)
  if (status !== 200) throw new Error(`HEAD: ${status}`)
  return Number(headers.get('upload-offset'))
}

/**
 * Sends the bytes that `take` returns for the upload's offset. An aborted request may still be storing bytes,
 * which makes the offset outdated (409). Then this function asks for the offset again, as clients do, at most
 * ten times.
 */
export async function continueUpload(
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
