import { connect } from 'node:net'
import { RawSocket } from './raw-socket.ts'

/** What the process of the measurement asks of one of its crowds of clients. */
export interface Crowd {
  readonly port: number
  /** Address of this machine that its connections come from. */
  readonly from: string
  readonly kind: 'sockets' | 'polls'
  readonly queues: readonly { readonly id: string; readonly cursor: string; readonly authorization: string }[]
}

/**
 * Clients that wait: on WebSockets, or in polls that are asked again when they are answered. A program of its own,
 * so that what they cost is nobody else's; it says `open` when all of them wait.
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

/** Resolves when it has asked. */
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
    // An answer is a heartbeat: it comes in one piece.
    socket.on('data', (chunk) => {
      cursor = /"id":(\d+)/.exec(chunk.toString('latin1'))?.[1] ?? cursor
      ask()
    })
  })
}
