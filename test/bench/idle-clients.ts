import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { RawSocket } from './raw-socket.ts'

/** The clients that the measuring process asks one child process to open. */
export interface Crowd {
  readonly port: number
  /**
   * Local addresses of the connections, in turn. Above 7,000 connections of one address, the kernel takes 2
   * ms to find a free port for the next.
   */
  readonly from: readonly string[]
  readonly kind: 'sockets' | 'polls'
  readonly queues: readonly { readonly id: string; readonly cursor: string; readonly authorization: string }[]
  /**
   * Ports of other gateways. A closed WebSocket connects to one of them after a random part of
   * `returnWithinMs`, until it succeeds.
   */
  readonly others?: readonly number[]
  readonly returnWithinMs?: number
}

/** A report of the child process. */
export type CrowdReport =
  /** All clients wait. */
  | 'open'
  /** Every client on a WebSocket has received this many messages. */
  | { readonly frames: number }
  /**
   * All WebSockets were closed by the server, and are connected to other gateways after this number of failed
   * attempts.
   */
  | { readonly failedAttempts: number }

/** Clients of one process that connect at the same time. */
const AT_ONCE = 8
/** A heartbeat is shorter, and a message longer. */
const BYTES_OF_MESSAGE = 150

/**
 * Idle clients that wait on WebSockets or in polls, and poll again after each answer. They run in their own
 * process, so that measurements leave out their cost.
 */
process.on('message', async ({ port, from, kind, queues, others = [], returnWithinMs = 0 }: Crowd) => {
  const left = [...queues]
  let frames = 0
  let back = 0
  let failedAttempts = 0
  let opened = 0
  const report = (message: CrowdReport) => process.send?.(message)
  const onFrame = (payloadBytes: number) => {
    if (payloadBytes < BYTES_OF_MESSAGE) return
    frames += 1
    if (frames % queues.length === 0) report({ frames: frames / queues.length })
  }
  const open = async ({ id, cursor, authorization }: Crowd['queues'][number], to: number) => {
    const path = `/api/v1/events/ws?queue_id=${id}&last_event_id=${cursor}`
    return RawSocket.open({ port: to, path, authorization, from: from[opened++ % from.length]! })
  }
  const comeBack = async (queue: Crowd['queues'][number]) => {
    let isBack = false
    while (!isBack) {
      await sleep(Math.random() * returnWithinMs)
      isBack = await open(queue, others[Math.floor(Math.random() * others.length)]!).then(
        () => true,
        () => false,
      )
      if (!isBack) failedAttempts += 1
    }
    back += 1
    if (back === queues.length) report({ failedAttempts })
  }
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (let queue = left.pop(); queue !== undefined; queue = left.pop()) {
        const { id, cursor, authorization } = queue
        if (kind === 'polls') {
          await poll(port, from[opened++ % from.length]!, id, cursor, authorization)
          continue
        }
        const lasting = queue
        const socket = await open(queue, port)
        socket.onFrame = onFrame
        if (others.length > 0) socket.onClose = () => void comeBack(lasting)
      }
    }),
  )
  report('open')
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
