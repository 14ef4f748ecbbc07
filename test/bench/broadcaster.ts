import type { HttpResponse } from 'uWebSockets.js'
import { joinHeaders } from '../../gateway/http/reply/headers.ts'
import uWS from '../../gateway/http/uwebsockets/uws.ts'

/**
 * The limit of the machine: a server that sends the same bytes to every socket and every waiting poll. A
 * request to `/publish/BYTES` makes it do so, `/answer/BYTES` gets an answer of this length, and `/waiting`
 * gets the number of waiting polls. It encodes a text once for all clients. A poll whose `last_event_id` is
 * below the newest text gets that text at once. The server tells its parent `{ ready: true, port }`.
 */
let polls = new Set<HttpResponse>()
/** The headers of a gateway's answers to polls. */
const [NAME, VALUE] = joinHeaders(
  ['Content-Type', 'application/json'],
  ['Cache-Control', 'no-store'],
  ['Vary', 'Accept-Encoding'],
  ['Access-Control-Allow-Origin', '*'],
  ['X-Content-Type-Options', 'nosniff'],
)
let latest = { id: 0, text: Buffer.alloc(0) }
const app = uWS.App()
app.ws('/*', { maxBackpressure: 64 * 1024 * 1024, open: (ws) => void ws.subscribe('all') })
app.get('/answer/:bytes', (response, request) => {
  response.end('x'.repeat(Number(request.getParameter(0))))
})
app.post('/publish/:bytes', (response, request) => {
  const id = latest.id + 1
  const end = `"id":${id}`
  const text = Buffer.from('x'.repeat(Number(request.getParameter(0)) - end.length) + end)
  latest = { id, text }
  app.publish('all', text, false)
  response.end()
  // Later, because the cork of this request would make each write to another connection a system call of its
  // own.
  setImmediate(() => {
    const waiting = polls
    polls = new Set()
    for (const poll of waiting) answer(poll)
  })
})
app.get('/waiting', (response) => {
  response.end(String(polls.size))
})
app.get('/api/v1/events', (response, request) => {
  if (Number(request.getQuery('last_event_id')) < latest.id) return answer(response)
  polls.add(response)
  response.onAborted(() => void polls.delete(response))
})
app.listen('127.0.0.1', 0, (socket) => {
  if (!socket) process.exit(1)
  process.send?.({ ready: true, port: uWS.us_socket_local_port(socket) })
})
process.on('disconnect', () => process.exit(0))

function answer(response: HttpResponse): void {
  response.cork(() => {
    response.writeHeader(NAME, VALUE)
    response.end(latest.text)
  })
}
