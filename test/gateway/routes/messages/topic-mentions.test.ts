import { expect, test } from 'vitest'
import type { Body } from '../../../harness/client.ts'
import { EventReader } from '../../../harness/event-reader.ts'
import { as, ok, setUpStage, world } from '../stage.ts'
import { messageOf, messagesOf, send, write } from './message-events.ts'

setUpStage()

const WILDCARD = ['topic_wildcard_mentioned', 'wildcard_mentioned']
/**
 * Cordelia has sent a message in the topic, Othello has reacted to one, and Zoe is only subscribed to the
 * channel.
 */
const people = ['hamlet', 'cordelia', 'othello', 'zoe'] as const
const mentionsOf = async (name: string): Promise<number[]> =>
  (await ok(as(name).post('/register', { fetch_event_types: ['message'] }))).unread_msgs.mentions

test('a topic mention mentions the users who sent or reacted in the topic', async () => {
  const first = await send('cordelia', 'Verona', 'duel', 'Who fights?')
  await ok(as('othello').post(`/messages/${first}/reactions`, { emoji_name: 'tada' }))
  await send('zoe', 'Verona', 'dinner', 'Another topic')
  const readers = await Promise.all(
    people.map((name) => EventReader.start(as(name), { event_types: ['message'] })),
  )
  const narrowed = await Promise.all(
    people.map((name) =>
      EventReader.start(as(name), { event_types: ['message'], narrow: [['is', 'mentioned']] }),
    ),
  )
  const id = await send('hamlet', 'Verona', 'duel', '@**topic** come')
  const last = await send('hamlet', 'Verona', 'duel', '@**all** come')
  const ofMessage = (message: number) => (event: Body) => event.message?.id === message
  await Promise.all([...readers, ...narrowed].map((reader) => reader.waitFor(ofMessage(last))))
  const expected: Record<string, string[]> = {
    hamlet: ['read', ...WILDCARD],
    cordelia: WILDCARD,
    othello: WILDCARD,
    zoe: [],
  }
  for (const [at, name] of people.entries()) {
    const isMentioned = name !== 'zoe'
    expect([name, readers[at]!.events.find(ofMessage(id))!.flags]).toEqual([name, expected[name]])
    expect([name, narrowed[at]!.events.some(ofMessage(id))]).toEqual([name, isMentioned])
    expect([name, (await messageOf(name, id)).flags]).toEqual([name, expected[name]])
    const found = await messagesOf(name, [{ operator: 'is', operand: 'mentioned' }])
    expect([name, found.some((message) => message.id === id)]).toEqual([name, isMentioned])
    const others = await messagesOf(name, [{ operator: 'is', operand: 'mentioned', negated: true }])
    expect([name, others.some((message) => message.id === id)]).toEqual([name, !isMentioned])
    expect([name, (await mentionsOf(name)).includes(id)]).toEqual([name, isMentioned && name !== 'hamlet'])
  }
  await Promise.all([...readers, ...narrowed].map((reader) => reader.stop()))
})

test('a topic mention that is marked as unread counts as a mention only for these users', async () => {
  await send('cordelia', 'Verona', 'feast', 'Here')
  const id = await send('hamlet', 'Verona', 'feast', '@**topic** eat')
  for (const [name, mentioned] of [
    ['cordelia', true],
    ['zoe', undefined],
  ] as const) {
    await ok(as(name).post('/messages/flags', { op: 'add', flag: 'read', messages: [id] }))
    expect(await mentionsOf(name)).not.toContain(id)
    const reader = await EventReader.start(as(name), { event_types: ['update_message_flags'] })
    await ok(as(name).post('/messages/flags', { op: 'remove', flag: 'read', messages: [id] }))
    const event = await reader.waitFor((event) => event.op === 'remove')
    expect(event.message_details[id].mentioned).toBe(mentioned)
    expect((await mentionsOf(name)).includes(id)).toBe(mentioned === true)
    await reader.stop()
  }
})

test('a topic mention in a direct message mentions nobody', async () => {
  const id = await write('hamlet', ['cordelia'], '@**topic** psst')
  expect((await messageOf('cordelia', id)).flags).toEqual([])
  expect(await world.sql('SELECT 1 FROM message_flag WHERE message_id = $1', [id])).toEqual([])
})
