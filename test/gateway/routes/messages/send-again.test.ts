import { describe, expect, test } from 'vitest'
import { deleteOldSent } from '../../../../core/messaging/sending/deduplicate.ts'
import type { Parameters } from '../../../harness/client.ts'
import { EventReader } from '../../../harness/event-reader.ts'
import { as, core, ok, setUpStage, world } from '../stage.ts'

setUpStage()

let last = 0
const name = (): Parameters => ({ queue_id: 'a-queue', local_id: `${++last}.01` })
const say = (who: string, content: string, named: Parameters, url?: string) =>
  (url === undefined ? as(who) : world.client(url, who)).post('/messages', {
    type: 'channel',
    to: 'Verona',
    topic: 'again',
    content,
    ...named,
  })
const idOf = async (answer: ReturnType<typeof say>): Promise<number> => (await ok(answer)).id
const inTopic = async (): Promise<string[]> => {
  const narrow = [
    { operator: 'channel', operand: 'Verona' },
    { operator: 'topic', operand: 'again' },
  ]
  const query = { anchor: 'newest', num_before: 1000, num_after: 0, narrow, apply_markdown: false }
  const { messages } = await ok(as('cordelia').get('/messages', query))
  return messages.map((message: { content: string }) => message.content)
}

describe('a message sent again under its queue_id and local_id', () => {
  test('returns the first message, also at another gateway, and sends one event', async () => {
    const other = await world.gateway()
    const reader = await EventReader.start(as('cordelia'))
    const named = name()
    const first = await idOf(say('hamlet', 'once', named))
    expect(await idOf(say('hamlet', 'once', named))).toBe(first)
    expect(await idOf(say('hamlet', 'in other words', named, other.url))).toBe(first)
    const end = await idOf(say('hamlet', 'the end', name()))
    await reader.waitFor((event) => event.message?.id === end)
    await reader.stop()
    expect(
      reader.events.filter((event) => event.type === 'message').map((event) => event.message.content),
    ).toEqual(['once', 'the end'])
    expect(await inTopic()).toEqual(['once', 'the end'])
  })

  test('is stored once when all attempts arrive at once', async () => {
    const named = name()
    const tries = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        idOf(say('hamlet', n % 2 ? 'at once' : `alone ${n}`, n % 2 ? named : {})),
      ),
    )
    expect(new Set(tries.filter((_, n) => n % 2)).size).toBe(1)
    expect(new Set(tries).size).toBe(11)
    expect((await inTopic()).filter((content) => content === 'at once')).toHaveLength(1)
  })

  test('is another message with another sender, another queue, or without one of the two ids', async () => {
    const named = name()
    const ids = await Promise.all([
      idOf(say('hamlet', 'mine', named)),
      idOf(say('cordelia', 'mine', named)),
      idOf(say('hamlet', 'mine', { ...named, queue_id: 'another-queue' })),
      idOf(say('hamlet', 'mine', { queue_id: 'a-queue' })),
      idOf(say('hamlet', 'mine', { queue_id: 'a-queue' })),
      idOf(say('hamlet', 'mine', { local_id: named.local_id })),
      idOf(say('hamlet', 'mine', { local_id: named.local_id })),
      ...['', 'a-queue', ''].map((queue_id) => idOf(say('hamlet', 'mine', { queue_id, local_id: '' }))),
    ])
    expect(new Set(ids).size).toBe(ids.length)
  })

  test('is recognised for as long as a queue can live, and no longer', async () => {
    const named = name()
    const first = await idOf(say('hamlet', 'old', named))
    await world.sql("UPDATE sent_message SET sent_at = sent_at - interval '14 minutes'")
    await deleteOldSent(core)
    expect(await idOf(say('hamlet', 'old', named))).toBe(first)
    await world.sql("UPDATE sent_message SET sent_at = sent_at - interval '2 minutes'")
    await deleteOldSent(core)
    expect(await idOf(say('hamlet', 'old', named))).toBeGreaterThan(first)
  })

  test('returns the first message after the sender has lost the permission', async () => {
    const named = name()
    await ok(
      as('hamlet').post('/users/me/subscriptions', { subscriptions: [{ name: 'again' }], invite_only: true }),
    )
    const send = () =>
      as('hamlet').post('/messages', { type: 'channel', to: 'again', topic: 't', content: 'once', ...named })
    const first = await idOf(send())
    await ok(as('hamlet').delete('/users/me/subscriptions', { subscriptions: ['again'] }))
    expect(await idOf(send())).toBe(first)
    expect(
      (
        await as('hamlet').post('/messages', {
          type: 'channel',
          to: 'again',
          topic: 't',
          content: 'new',
          ...name(),
        })
      ).status,
    ).toBe(400)
  })

  test('is a new message when the first attempt was refused', async () => {
    const named = name()
    const nowhere = { type: 'channel', to: 'nonexistent', topic: 'again', content: 'lost', ...named }
    expect((await as('hamlet').post('/messages', nowhere)).status).toBe(400)
    expect(await idOf(say('hamlet', 'found', named))).toBeGreaterThan(0)
  })
})
