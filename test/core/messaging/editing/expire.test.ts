import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { expireMessages } from '../../../../core/messaging/editing/expire.ts'
import {
  messageEventsDuring,
  messagesOf,
  privateChannel,
  send,
  write,
} from '../../../gateway/routes/messages/message-events.ts'
import { as, core, ok, setUpStage, world } from '../../../gateway/routes/stage.ts'
import type { Body } from '../../../harness/client.ts'
import { checkProperty } from '../../../harness/property.ts'
import { uploadFile } from '../../../harness/upload.ts'

setUpStage()

const CHANNELS = ['Verona', 'Denmark', 'secret'] as const
const BULK = { client_capabilities: { bulk_message_deletion: true } }

const ids: Record<string, number> = {}
beforeAll(async () => {
  await privateChannel('secret', ['desdemona', 'hamlet', 'cordelia'])
  for (const { stream_id, name } of (await ok(as('desdemona').get('/streams'))).streams) ids[name] = stream_id
  await ok(
    as('cordelia').post('/users/me/subscriptions', {
      subscriptions: CHANNELS.slice(0, 2).map((name) => ({ name })),
    }),
  )
})

const keepInAll = (days: number) =>
  ok(as('desdemona').patch('/realm', { message_retention_days: days === -1 ? '"unlimited"' : days }))
const keepIn = (channel: string, days: number | null) =>
  ok(
    as('desdemona').patch(`/streams/${ids[channel]}`, {
      message_retention_days: days === null ? '"realm_default"' : days === -1 ? '"unlimited"' : days,
    }),
  )
const age = (id: number, days: number) =>
  world.sql('UPDATE message SET sent_at = now() - make_interval(days => $2) WHERE id = $1', [id, days])
/** Ids ascend with time, so each case begins after the messages of the previous one. */
const clear = () => world.sql('DELETE FROM message')
const left = async () =>
  (await world.sql<{ id: string }>('SELECT id FROM message ORDER BY id')).map((row) => Number(row.id))

const messages = fc
  .array(
    fc.record({
      place: fc.constantFrom(...CHANNELS, 'direct'),
      topic: fc.constantFrom('a', 'b'),
      days: fc.integer({ min: 0, max: 30 }),
    }),
    { maxLength: 14 },
  )
  .map((all) => all.sort((a, b) => b.days - a.days))
const own = fc.constantFrom(null, -1, 3, 10)

test('only messages older than the retention of the channel, or else of the organization, are deleted', async () => {
  const cases = fc.record({ all: fc.constantFrom(-1, 5, 20), own: fc.tuple(own, own, own), messages })
  await checkProperty(cases, 10, async (given) => {
    await clear()
    const days: Record<string, number> = { direct: given.all }
    await keepInAll(given.all)
    for (const [i, channel] of CHANNELS.entries()) {
      await keepIn(channel, given.own[i]!)
      days[channel] = given.own[i] ?? given.all
    }
    await clear() // The events about the changes.
    const sent: { id: number; isOver: boolean }[] = []
    for (const { place, topic, days: old } of given.messages) {
      const id = place === 'direct' ? await write('hamlet', ['cordelia']) : await send('hamlet', place, topic)
      await age(id, old)
      // A message that is exactly n days old has passed the limit.
      sent.push({ id, isOver: days[place]! > 0 && old >= days[place]! })
    }
    const over = sent.filter(({ isOver }) => isOver).map(({ id }) => id)
    const kept = sent.filter(({ isOver }) => !isOver).map(({ id }) => id)
    let expired = 0
    const events = await messageEventsDuring(
      ['cordelia'],
      async () => {
        expired = await expireMessages(core)
        expect(await left()).toEqual(kept)
      },
      BULK,
    )
    expect(expired).toBe(over.length)
    expect(await expireMessages(core)).toBe(0)
    const deletions = events.cordelia!.filter((event) => event.type === 'delete_message')
    expect(deletions.flatMap((event) => event.message_ids).sort((a, b) => a - b)).toEqual(over)
    const { unread_msgs } = await ok(as('cordelia').post('/register'))
    const unread = [...unread_msgs.streams, ...unread_msgs.pms].flatMap(
      (conversation: Body) => conversation.unread_message_ids,
    )
    expect(unread.filter((id) => id <= (kept.at(-1) ?? 0)).sort((a, b) => a - b)).toEqual(kept)
    for (const id of over) expect((await messagesOf('hamlet')).map((message) => message.id)).not.toContain(id)
  })
})

test('many messages are deleted in bounded steps, with their flags and files, and a stop ends the deletion', async () => {
  await keepInAll(-1)
  await keepIn('Verona', 7)
  await clear()
  const path = await uploadFile(as('hamlet'), {
    name: 'skull.txt',
    type: 'text/plain',
    bytes: Buffer.from('alas'),
  })
  const id = await send('hamlet', 'Verona', 'play', `[skull](${path})`)
  await ok(as('cordelia').post('/messages/flags', { op: 'add', flag: 'starred', messages: [id] }))
  await world.sql(
    `INSERT INTO message (id, realm_id, conversation_id, channel_id, sender_id, client, content, rendered_content)
     SELECT nextval('message_id_seq'), realm_id, conversation_id, channel_id, sender_id, client, '', ''
     FROM message, generate_series(1, 1100) WHERE id = $1`,
    [id],
  )
  await world.sql("UPDATE message SET sent_at = now() - interval '8 days'")
  const recent = await send('hamlet', 'Verona')

  expect(await expireMessages(core, AbortSignal.abort())).toBe(0)
  const events = await messageEventsDuring(
    ['cordelia'],
    async () => {
      expect(await expireMessages(core)).toBe(1101)
      expect(await left()).toEqual([recent])
    },
    BULK,
  )
  const sizes = events
    .cordelia!.filter((event) => event.type === 'delete_message')
    .map((event) => event.message_ids.length)
  expect(sizes).toEqual([500, 500, 101])
  expect(events.cordelia).toContainEqual(
    expect.objectContaining({ type: 'stream', op: 'update', property: 'first_message_id', value: recent }),
  )
  const { starred_messages } = await ok(as('cordelia').post('/register'))
  expect(starred_messages).toEqual([])
  const { attachments } = await ok(as('hamlet').get('/attachments'))
  expect(attachments).toMatchObject([{ name: 'skull.txt', messages: [] }])
})

test('a retention that changes during the deletion counts', async () => {
  await keepInAll(7)
  await keepIn('Verona', null)
  await clear()
  await age(await send('hamlet', 'Verona'), 8)
  await age(await write('hamlet', ['cordelia']), 8)
  await keepIn('Verona', -1)
  await keepInAll(-1)
  expect(await expireMessages(core)).toBe(0)
  await keepInAll(7)
  expect(await expireMessages(core)).toBe(1) // The direct message: Verona keeps its messages forever.
})
