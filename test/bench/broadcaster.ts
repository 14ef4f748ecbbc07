import uWS from '../../gateway/http/uws.ts'

/**
 * What the machine can do: sends the same bytes to every socket, and does nothing else. A program of its own, as
 * a gateway is; it says `{ ready: true, port }`, and broadcasts the text it is told.
 */
const app = uWS.App()
app.ws('/*', { maxBackpressure: 64 * 1024 * 1024, open: (ws) => void ws.subscribe('all') })
app.listen('127.0.0.1', 0, (socket) => {
  if (!socket) process.exit(1)
  process.send?.({ ready: true, port: uWS.us_socket_local_port(socket) })
})
process.on('message', (text: string) => app.publish('all', text, false))
process.on('disconnect', () => process.exit(0))
