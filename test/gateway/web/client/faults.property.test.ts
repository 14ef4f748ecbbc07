import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import type { SocketConstructor } from '../../../../gateway/web/client/index.ts'
import { checkProperty } from '../../../harness/property.ts'
import { World } from '../../../harness/world.ts'
import { Consumer, libraryClient } from './client-world.ts'
import { HostileProxy } from './hostile-proxy.ts'

let world: World
let urls: readonly string[]
let rounds = 0

beforeAll(async () => {
  world = await World.create()
  urls = await Promise.all([0, 1].map(async () => (await world.gateway()).url))
})
afterAll(() => world.close())

type Step =
  /** The client sends a message, and another user sends one. */
  | 'write'
  /** All connections break. */
  | 'cut'
  /** The network is down until the next `write` has begun. */
  | 'unplug'
  /** New connections go to the other gateway. */
  | 'other gateway'
  | 'block WebSockets'
  | 'allow WebSockets'
  | 'block streams'
  | 'allow streams'
  /** The server loses the queue. */
  | 'forget the queue'
  /** Responses to sent messages are lost. */
  | 'lose answers'

const step: fc.Arbitrary<Step> = fc.constantFrom(
  'write',
  'cut',
  'unplug',
  'other gateway',
  'block WebSockets',
  'allow WebSockets',
  'block streams',
  'allow streams',
  'forget the queue',
  'lose answers',
)

test('whatever fails, the consumer gets each event once after its snapshot, and each message is sent once', () =>
  checkProperty(
    fc.tuple(fc.boolean(), fc.array(step, { minLength: 1, maxLength: 10 })),
    8,
    async ([polls, steps]) => {
      const topic = `round ${++rounds}`
      const proxy = await HostileProxy.start(world, urls[0]!)
      const consumer = new Consumer(libraryClient(world, proxy.url, 'cordelia'), {
        WebSocket: polls ? false : (WebSocket as unknown as SocketConstructor),
      })
      await consumer.untilLive()
      const hamlet = libraryClient(world, urls[0]!, 'hamlet')
      const own: { content: string; sent: Promise<number> }[] = []
      let gateway = 0
      let isPlugged = true
      for (const [index, one] of [...steps, 'write' as const].entries()) {
        if (one === 'cut') proxy.cut()
        else if (one === 'other gateway') {
          gateway = 1 - gateway
          proxy.pointTo(urls[gateway]!)
        } else if (one === 'block WebSockets') proxy.blocksWebSockets = true
        else if (one === 'allow WebSockets') proxy.blocksWebSockets = false
        else if (one === 'block streams') proxy.streams = 'cut'
        else if (one === 'allow streams') proxy.streams = 'passed'
        else if (one === 'lose answers') proxy.cutsAnswersTo = 'POST /api/v1/messages '
        else if (one === 'unplug') {
          if (isPlugged) await proxy.unplug()
          isPlugged = false
        } else if (one === 'forget the queue') {
          const { queue_id } = consumer.snapshots.at(-1)!.snapshot
          const cordelia = libraryClient(world, urls[0]!, 'cordelia')
          await cordelia.call('DELETE /events', { queue_id: queue_id! }).catch(() => undefined)
        } else {
          const message = { type: 'channel', to: 'Verona', topic } as const
          const content = `own ${index}`
          own.push({ content, sent: consumer.connection.send({ ...message, content }).sent })
          await hamlet.call('POST /messages', { ...message, content: `other ${index}` })
          if (!isPlugged) await proxy.plug()
          isPlugged = true
          if (proxy.cutsAnswersTo !== undefined) await Promise.race([own.at(-1)!.sent, proxy.untilCut()])
          proxy.cutsAnswersTo = undefined
        }
      }
      const ids = await Promise.all(own.map(({ sent }) => sent))
      const stored = await world.sql<{ id: number; content: string }>(
        `SELECT m.id::int, m.content FROM message m JOIN conversation c ON c.id = m.conversation_id
       WHERE c.topic = $1 ORDER BY m.id`,
        [topic],
      )
      const contents = own.map(({ content }) => content)
      expect(stored.filter(({ content }) => content.startsWith('own'))).toEqual(
        ids.map((id, index) => ({ id, content: contents[index] })),
      )
      const all = stored.map(({ id }) => id)
      await consumer.until(() => consumer.knows(all.at(-1)!))
      consumer.expectEachOnce(all)
      await consumer.connection.close()
    },
  ))
