import type { HttpResponse } from 'uWebSockets.js'
import { joinHeaders } from '../../gateway/http/headers.ts'
import uWS from '../../gateway/http/uws.ts'

/**
 * The limit of the machine: a program that only sends the same bytes to every socket and every poll, and answers requests
 * with `x`, and those for `/waiting` with the number of polls that wait. It runs in its own process, as a gateway does. It sends `{ ready: true, port }` to its parent, and sends the
 * texts that it gets to all. A poll that arrives after a text gets it at once, as `last_event_id` says.
 */
const polls = new Set<HttpResponse>()
/** The headers of a gateway's answers to polls. */
const [NAME, VALUE] = joinHeaders(
  ['Content-Type', 'application/json'],
  ['Cache-Control', 'no-store'],
  ['Vary', 'Accept-Encoding'],
  ['Access-Control-Allow-Origin', '*'],
  ['X-Content-Type-Options', 'nosniff'],
)
let latest = { id: 0, text: '' }
const app = uWS.App()
app.ws('/*', { maxBackpressure: 64 * 1024 * 1024, open: (ws) => void ws.subscribe('all') })
app.get('/answer/:bytes', (response, request) => {
  response.end('x'.repeat(Number(request.getParameter(0))))
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
process.on('message', (text: string) => {
  app.publish('all', text, false)
  const id = latest.id + 1
  const end = `"id":${id}`
  latest = { id, text: `${text.slice(end.length)}${end}` }
  const waiting = [...polls]
  polls.clear()
  for (const response of waiting) answer(response)
})
process.on('disconnect', () => process.exit(0))

function answer(response: HttpResponse): void {
  response.cork(() => {
    response.writeHeader(NAME, VALUE)
    response.end(latest.text)
  })
}
