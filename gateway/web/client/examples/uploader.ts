/**
 * Uploads a file by the tus protocol and posts the link: `uploader film.mp4 'cutting room' 'first cut'`.
 * Interrupted and started again, it continues after the bytes that the server has.
 */
import { open, readFile, rm, writeFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { apiKey, createClient } from '@loquat/client'

const { SITE: url = '', EMAIL: email = '', API_KEY: key = '' } = process.env
const [path = '', to = '', topic = ''] = process.argv.slice(2)

const CHUNK_BYTES = 1024 * 1024
/**
 * Attempts in a row without progress, and the seconds between them: five minutes for a server to come back.
 */
const ATTEMPTS = 150
const PAUSE_SECONDS = 2
const SENDING = { 'content-type': 'application/offset+octet-stream' }

const base64 = (text: string) => Buffer.from(text).toString('base64')

/** One request of the tus protocol. Rejects with the server's words unless it answers 2xx. */
async function tus(
  method: string,
  address: string,
  headers: Record<string, string>,
  body?: Uint8Array<ArrayBuffer>,
) {
  const response = await fetch(url + address, {
    method,
    body,
    headers: { authorization: `Basic ${base64(`${email}:${key}`)}`, 'tus-resumable': '1.0.0', ...headers },
  })
  const text = await response.text()
  if (!response.ok)
    throw Object.assign(new Error(text || `status ${response.status}`), { status: response.status })
  return { headers: response.headers, text }
}

const isGone = (error: unknown) => [404, 410].includes((error as { status?: number }).status ?? 0)
const mayPass = (error: unknown) => {
  const { status } = error as { status?: number }
  return status === undefined || status >= 500 || [409, 423, 429].includes(status)
}

/** The number of bytes that the server has. */
const offsetOf = async (address: string) =>
  Number((await tus('HEAD', address, {})).headers.get('upload-offset'))

/** Sends the file to an upload, from where the server has it. Resolves with the link to it. */
async function send(address: string): Promise<string> {
  const file = await open(path)
  const { size } = await file.stat()
  let offset = await offsetOf(address)
  for (let attempt = 1; ; ) {
    try {
      const chunk = new Uint8Array(Math.min(CHUNK_BYTES, size - offset))
      await file.read(chunk, 0, chunk.length, offset)
      const { text } = await tus('PATCH', address, { ...SENDING, 'upload-offset': String(offset) }, chunk)
      offset += chunk.length
      attempt = 1
      console.log(`${offset} of ${size} bytes`)
      if (offset < size) continue
      const answer = JSON.parse(text) as { url: string; filename: string }
      await file.close()
      return `[${answer.filename.replace(/[[\]]/g, '')}](${answer.url})`
    } catch (error) {
      if (!mayPass(error) || attempt++ >= ATTEMPTS) throw error
      await new Promise((resolve) => setTimeout(resolve, PAUSE_SECONDS * 1000))
      offset = await offsetOf(address).catch(() => offset)
    }
  }
}

async function upload(): Promise<string> {
  // The address of the unfinished upload is kept beside the file.
  const note = `${path}.upload`
  const begun = await readFile(note, 'utf8').catch(() => undefined)
  let link: string | undefined
  if (begun !== undefined) {
    link = await send(begun).catch((error) => {
      if (!isGone(error)) throw error
      return undefined
    })
  }
  if (link === undefined) {
    const file = await open(path)
    const { size } = await file.stat()
    await file.close()
    const { headers } = await tus('POST', '/api/v1/tus', {
      'upload-length': String(size),
      'upload-metadata': `filename ${base64(basename(path))}`,
    })
    const address = headers.get('location') ?? ''
    await writeFile(note, address)
    link = await send(address)
  }
  await rm(note)
  return link
}

try {
  const content = await upload()
  const client = createClient({ url, credentials: apiKey(email, key) })
  await client.call('POST /messages', { type: 'channel', to, topic, content })
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 1
}
