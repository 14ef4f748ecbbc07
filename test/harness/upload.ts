import { randomBytes } from 'node:crypto'
import { Agent, fetch } from 'undici'
import type { Answer, Body, Client } from './client.ts'

export interface TestFile {
  readonly name?: string
  readonly type?: string
  readonly bytes: string | Buffer
}

/**
 * Encodes a multipart form without checks, so that tests can send forms that a correct client never sends.
 */
export function formOf(files: readonly TestFile[], fields: Record<string, string> = {}) {
  const boundary = `----${randomBytes(12).toString('hex')}`
  const parts: (string | Buffer)[] = []
  for (const [name, value] of Object.entries(fields)) {
    parts.push(`--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`)
  }
  for (const { name, type, bytes } of files) {
    const filename = name === undefined ? '' : `; filename="${name.replaceAll('"', '%22')}"`
    const contentType = type === undefined ? '' : `\r\nContent-Type: ${type}`
    parts.push(
      `--${boundary}\r\nContent-Disposition: form-data; name="filename"${filename}${contentType}\r\n\r\n`,
    )
    parts.push(bytes, '\r\n')
  }
  parts.push(`--${boundary}--\r\n`)
  return {
    body: Buffer.concat(parts.map((part) => Buffer.from(part as string))),
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  }
}

/** Sends one file to POST /user_uploads. */
export function upload(client: Client, file: TestFile): Promise<Answer> {
  const { body, headers } = formOf([file])
  return client.request('POST', '/user_uploads', body, headers)
}

/** Uploads a file and returns its address. Throws when the server refuses. */
export async function uploadFile(client: Client, file: TestFile): Promise<string> {
  return (await client.ok(upload(client, file))).url
}

const agent = new Agent({ connections: 64 })

/** Requests a path outside of the API, such as a file. The contract check does not see the exchange. */
export async function fetchFile(
  client: Client,
  path: string,
  { method = 'GET', headers = {} }: { method?: string; headers?: Record<string, string> } = {},
): Promise<{ status: number; bytes: Buffer; headers: Headers }> {
  const response = await fetch(client.url + path, {
    method,
    headers: { ...client.headers, ...headers },
    dispatcher: agent,
    redirect: 'manual',
  })
  const bytes = Buffer.from(await response.arrayBuffer())
  return { status: response.status, bytes, headers: response.headers as unknown as Headers }
}

/** As `fetchFile`, but returns only the status and the text. */
export async function fetchStatusAndText(client: Client, path: string): Promise<[number, string]> {
  const { status, bytes } = await fetchFile(client, path)
  return [status, bytes.toString()]
}

export type Attachments = { attachments: Body[]; upload_space_used: number }
