/**
 * Talks to a server as its owner, as clients do: a message by long poll and one by WebSocket, and an upload.
 *   node test/smoke/talk.ts https://chat.example.com you@example.com 'a long pass phrase'
 * Runs without any package, in Node 22 or newer. Throws when something fails.
 */
const [url, email, password] = process.argv.slice(2)
if (url === undefined || email === undefined || password === undefined)
  throw new Error('needs the address of the server, an email address and its password')

const api = `${url}/api/v1`
let authorization: string | undefined
// Requests that a proxy answered with 502, because the gateway had just died, and that were then sent again.
let repeated = 0
const { api_key } = await call('POST', '/fetch_api_key', { username: email, password })
authorization = `Basic ${Buffer.from(`${email}:${api_key}`).toString('base64')}`
await call('POST', '/users/me/subscriptions', { subscriptions: '[{"name":"smoke"}]' })

const polled = await register()
const waiting = call('GET', `/events?${new URLSearchParams(polled)}`)
const began = performance.now()
const first = await send('by long poll')
expectMessage((await waiting).events, first)
const pollMs = performance.now() - began

const pushed = await register()
const { ticket } = await call('POST', '/events/ticket', { queue_id: pushed.queue_id })
const socket = new WebSocket(
  `${api.replace('http', 'ws')}/events/ws?${new URLSearchParams({ ...pushed, ticket })}`,
)
await new Promise<void>((resolve, reject) => {
  socket.onopen = () => resolve()
  socket.onerror = () => reject(new Error('the WebSocket does not open'))
})
const frame = new Promise<string>((resolve) => {
  socket.onmessage = ({ data }) => resolve(data)
})
const openedAt = performance.now()
const second = await send('by WebSocket')
expectMessage(JSON.parse(await frame).events, second)
const socketMs = performance.now() - openedAt
socket.close()

const content = 'x'.repeat(3_000_000)
const form = new FormData()
form.append('file', new Blob([content], { type: 'text/plain' }), 'smoke.txt')
const { url: path } = await call('POST', '/user_uploads', form)
const { url: temporary } = await call('GET', path)
const download = await fetch(new URL(temporary, url))
if ((await download.text()) !== content) throw new Error('the upload came back changed')

const { messages } = await call('GET', '/messages?anchor=newest&num_before=2&num_after=0')
const ids = messages.map(({ id }: { id: number }) => id)
if (ids.join() !== [first, second].join()) throw new Error(`the newest messages are ${ids}`)
process.stdout.write(
  `talked through ${url}: event by long poll after ${pollMs.toFixed(0)} ms, by WebSocket after ${socketMs.toFixed(0)} ms; 3 MB uploaded and read; ${repeated} requests repeated\n`,
)

/** Makes an event queue for messages. */
async function register(): Promise<{ queue_id: string; last_event_id: string }> {
  const { queue_id, last_event_id } = await call('POST', '/register', { event_types: '["message"]' })
  return { queue_id, last_event_id: String(last_event_id) }
}

/** Sends a message and returns its id. */
async function send(text: string): Promise<number> {
  return (await call('POST', '/messages', { type: 'channel', to: 'smoke', topic: 'smoke', content: text })).id
}

/** Throws when the events are not of this message. */
function expectMessage(events: readonly { message?: { id: number } }[], id: number): void {
  if (events[0]?.message?.id !== id) throw new Error(`no event of message ${id}: ${JSON.stringify(events)}`)
}

/** Calls an endpoint and returns its answer. Repeats a request that the proxy could not hand on. */
async function call(method: string, path: string, body?: Record<string, string> | FormData, tries = 20) {
  const response = await fetch(`${api}${path}`, {
    method,
    headers: authorization === undefined ? {} : { authorization },
    ...(body !== undefined && { body: body instanceof FormData ? body : new URLSearchParams(body) }),
  })
  const text = await response.text()
  if (response.status === 502 && tries > 1) {
    repeated++
    await new Promise((resolve) => setTimeout(resolve, 200))
    return call(method, path, body, tries - 1)
  }
  if (response.status !== 200) throw new Error(`${method} ${path}: ${response.status} ${text}`)
  return JSON.parse(text)
}
