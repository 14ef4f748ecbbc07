import uWS from '../../gateway/http/uws.ts'

/**
 * The limit of the machine for broadcasts: a program that only sends the same bytes to every socket. It runs in its own
 * process, as a gateway does. It sends `{ ready: true, port }` to its parent, and broadcasts the texts that it gets.
 */
const app = uWS.App()
app.ws('/*', { maxBackpressure: 64 * 1024 * 1024, open: (ws) => void ws.subscribe('all') })
app.listen('127.0.0.1', 0, (socket) => {
  if (!socket) process.exit(1)
  process.send?.({ ready: true, port: uWS.us_socket_local_port(socket) })
})
process.on('message', (text: string) => app.publish('all', text, false))
process.on('disconnect', () => process.exit(0))
