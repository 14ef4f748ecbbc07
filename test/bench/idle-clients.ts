import { connect } from 'node:net'
import { RawSocket } from './raw-socket.ts'

/** The clients that the measuring process asks one child process to open. */
export interface Crowd {
  readonly port: number
  /** Local address of the connections. */
  readonly from: string
  readonly kind: 'sockets' | 'polls'
  readonly queues: readonly { readonly id: string; readonly cursor: string; readonly authorization: string }[]
}

/**
 * Idle clients that wait on WebSockets or in polls, and poll again after each answer. They run in their own process, so
 * that measurements leave out their cost. The process sends `open` to its parent when all clients wait.
 */
process.on('message', async ({ port, from, kind, queues }: Crowd) => {
  for (const { id, cursor, authorization } of queues) {
    const path = `queue_id=${id}&last_event_id=${cursor}`
    if (kind === 'sockets')
      await RawSocket.open({ port, path: `/api/v1/events/ws?${path}`, authorization, from })
    else await poll(port, from, id, cursor, authorization)
  }
  process.send?.('open')
})
process.on('disconnect', () => process.exit(0))

/** Resolves when it has sent the request. */
function poll(port: number, from: string, id: string, first: string, authorization: string): Promise<void> {
  return new Promise((resolve, reject) => {
    let cursor = first
    const socket = connect({ port, host: '127.0.0.1', localAddress: from })
    socket.once('error', reject)
    const ask = () =>
      socket.write(
        `GET /api/v1/events?queue_id=${id}&last_event_id=${cursor} HTTP/1.1\r\nHost: localhost\r\nAuthorization: ${authorization}\r\n\r\n`,
        () => resolve(),
      )
    socket.on('connect', ask)
    // An answer is a heartbeat, which is short enough to arrive in one piece.
    socket.on('data', (chunk) => {
      cursor = /"id":(\d+)/.exec(chunk.toString('latin1'))?.[1] ?? cursor
      ask()
    })
  })
}
