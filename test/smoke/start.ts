import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../../config/embedded/processes.ts'
import { compiled } from '../harness/spawn.ts'

/**
 * Runs the compiled `npm start` with an empty data folder: logs in, sends a message, receives its event, and
 * stops the server. Throws when something of that fails.
 */
const data = await mkdtemp(join(tmpdir(), 'loquat-smoke-'))
const port = await freePort()
const began = Date.now()
const server = spawn(process.execPath, ['--enable-source-maps', compiled('cli/start.js')], {
  env: { PATH: process.env.PATH, DATA_DIR: data, PORT: String(port) },
  stdio: ['ignore', 'pipe', 'inherit'],
})
const exited = once(server, 'exit')
const output: string[] = []
await new Promise<void>((resolve, reject) => {
  server.stdout.on('data', (chunk) => {
    output.push(String(chunk))
    if (output.join('').includes('hamlet@demo.test')) resolve()
  })
  void exited.then(([code]) => reject(new Error(`npm start ended with code ${code}: ${output.join('')}`)))
})

const api = `http://127.0.0.1:${port}/api/v1`
const username = 'hamlet@demo.test'
let authorization: string | undefined
const { api_key } = await call('/dev_fetch_api_key', { username })
authorization = `Basic ${Buffer.from(`${username}:${api_key}`).toString('base64')}`
const queue = await call('/register', { event_types: '["message"]' })
const sent = await call('/messages', { type: 'channel', to: 'Verona', topic: 'smoke', content: 'To *be*' })
const position = new URLSearchParams({ queue_id: queue.queue_id, last_event_id: queue.last_event_id })
const { events } = await call(`/events?${position}`)
if (events[0]?.message?.id !== sent.id) throw new Error(`no event of the message: ${JSON.stringify(events)}`)
const page = await fetch(`http://127.0.0.1:${port}/login`)
if (page.status !== 200) throw new Error(`the log-in page answers ${page.status}`)
const tookMs = Date.now() - began

server.kill('SIGTERM')
const [code] = await exited
if (code !== 0) throw new Error(`npm start stopped with code ${code}`)
await rm(data, { recursive: true, force: true })
process.stdout.write(`npm start: serves, sends and stops (${tookMs} ms from the start to the event)\n`)

/** Calls an endpoint by POST with parameters, or else by GET. */
async function call(path: string, parameters?: Record<string, string>) {
  const response = await fetch(`${api}${path}`, {
    headers: authorization === undefined ? {} : { authorization },
    ...(parameters !== undefined && { method: 'POST', body: new URLSearchParams(parameters) }),
  })
  const body = await response.json()
  // biome-ignore lint/suspicious/noExplicitAny: each endpoint has fields of its own
  const answer = body as any
  if (response.status !== 200) throw new Error(`${path}: ${response.status} ${answer.msg}`)
  return answer
}
