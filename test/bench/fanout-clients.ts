import { randomUUID } from 'node:crypto'
import type { Broadcaster } from './bare.ts'
import { Connection } from './load.ts'
import { RawPoll } from './raw-poll.ts'
import { RawSocket } from './raw-socket.ts'
import type { Stack } from './stack.ts'

const PEOPLE = ['hamlet', 'cordelia', 'othello', 'zoe', 'aaron', 'desdemona', 'iago', 'polonius']

/** A client that receives messages by a WebSocket or by polls. */
export interface Hearer {
  readonly frames: number
  readonly bytes: number
  onFrame: ((payloadBytes: number) => void) | undefined
  onClose: (() => void) | undefined
  close(): void
}

/** Opens clients, one queue each. */
export type Open = (count: number) => Promise<Clients>

export interface Clients {
  readonly hearers: readonly Hearer[]
  /** Disconnects the clients and deletes their queues. */
  close(): Promise<void>
}

export const openSockets = (stack: Stack): Open =>
  opener(stack, (queue, cursor, authorization) =>
    RawSocket.open({
      ...{ port: stack.port, authorization },
      path: `/api/v1/events/ws?queue_id=${queue}&last_event_id=${cursor}`,
    }),
  )

export const openPolls = (stack: Stack): Open =>
  opener(stack, (queue, cursor, authorization) =>
    RawPoll.open({ port: stack.port, queue, cursor, authorization }),
  )

/** Greater than the id of any text of the bare server, so that the first poll of a client waits. */
const BEFORE_ANY_TEXT = '99999999'

const openEach = <T>(count: number, open: () => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, open))

export const openBareSockets = (_: Stack, bare: Broadcaster, count: number): Promise<readonly Hearer[]> =>
  openEach(count, () => RawSocket.open({ port: bare.port, path: '/' }))

/**
 * Polls the bare server as clients poll the gateway. Resolves when all polls wait: a later one would miss a
 * text.
 */
export async function openBarePolls(
  stack: Stack,
  bare: Broadcaster,
  count: number,
): Promise<readonly Hearer[]> {
  const authorization = stack.authorization(PEOPLE[0]!)
  const polls = await openEach(count, () =>
    RawPoll.open({ port: bare.port, queue: randomUUID(), cursor: BEFORE_ANY_TEXT, authorization }),
  )
  const connection = await Connection.open(bare.port)
  const waiting = async () => Number((await connection.request('GET', '/waiting', '')).split('\r\n\r\n')[1])
  while ((await waiting()) < count);
  connection.close()
  return polls
}

/** Registers clients with one queue each, which `listen` connects. */
function opener(
  stack: Stack,
  listen: (queue: string, cursor: string, authorization: string) => Promise<Hearer>,
): Open {
  /** Takes a number of steps on eight connections. */
  const each = async (count: number, step: (connection: Connection, index: number) => Promise<void>) => {
    let next = 0
    await Promise.all(
      Array.from({ length: 8 }, async () => {
        const connection = await Connection.open(stack.port)
        for (let index = next++; index < count; index = next++) await step(connection, index)
        connection.close()
      }),
    )
  }
  return async (count) => {
    const hearers: Hearer[] = []
    const queues: { queue: string; authorization: string }[] = []
    await each(count, async (connection, index) => {
      const authorization = stack.authorization(PEOPLE[index % PEOPLE.length]!)
      const form = 'event_types=["message"]&apply_markdown=true'
      const answer = await connection.request('POST', '/api/v1/register', authorization, form)
      const queue = /"queue_id":"([^"]+)"/.exec(answer)![1]!
      const cursor = /"last_event_id":(\d+)/.exec(answer)![1]!
      queues.push({ queue, authorization })
      hearers.push(await listen(queue, cursor, authorization))
    })
    const close = async () => {
      for (const hearer of hearers) hearer.onClose = undefined
      for (const hearer of hearers) hearer.close()
      await each(count, async (connection, index) => {
        const { queue, authorization } = queues[index]!
        await connection.request('DELETE', `/api/v1/events?queue_id=${queue}`, authorization)
      })
    }
    return { hearers, close }
  }
}
