import { beforeAll, describe, expect, test } from 'vitest'
import { MAX_FOLLOWING_TEXTS } from '../../../../config/limits.ts'
import { deliverScheduled } from '../../../../core/messaging/scheduled/deliver.ts'
import type { ScheduledMessageId } from '../../../../core/platform/ids.ts'
import type { Body, Parameters } from '../../../harness/client.ts'
import { eventsDuring } from '../events-during.ts'
import { as, core, join, ok, realm, setUpStage, world } from '../stage.ts'
import { messagesOf, privateChannel, send } from './message-events.ts'

setUpStage()
beforeAll(async () => {
  await ok(join('zoe', ['Verona']))
})

const verona = () => world.channelId('Verona')
const inAnHour = () => Math.floor(Date.now() / 1000) + 3600
const draft = async (name: string, topic: string, content = 'To be'): Promise<number> => {
  const drafts = [{ type: 'stream', to: [verona()], topic, content, timestamp: 1_595_479_020 }]
  return (await ok(as(name).post('/drafts', { drafts }))).ids[0]
}
const schedule = async (name: string, topic: string): Promise<number> => {
  const message = {
    type: 'channel',
    to: verona(),
    topic,
    content: 'or not',
    scheduled_delivery_timestamp: inAnHour(),
  }
  return (await ok(as(name).post('/scheduled_messages', message))).scheduled_message_id
}
const move = (id: number, change: Parameters) =>
  ok(
    as('iago').patch(`/messages/${id}`, {
      send_notification_to_new_thread: false,
      propagate_mode: 'change_all',
      ...change,
    }),
  )
/** Channel and topic of a draft. */
async function placeOfDraft(name: string, id: number): Promise<unknown[]> {
  const { drafts } = await ok(as(name).get('/drafts'))
  const found = (drafts as Body[]).find((one) => one.id === id)!
  return [...found.to, found.topic]
}
/** Channel and topic of a scheduled message. */
async function placeOfScheduled(name: string, id: number): Promise<unknown[]> {
  const { scheduled_messages } = await ok(as(name).get('/scheduled_messages'))
  const found = (scheduled_messages as Body[]).find((one) => one.scheduled_message_id === id)!
  return [found.to, found.topic]
}

describe('when a whole topic is renamed', () => {
  test('its drafts and scheduled messages follow, for all their writers, with an event to each', async () => {
    const first = await send('hamlet', 'Verona', 'plays')
    const [his, hers] = [await draft('hamlet', 'plays', 'his'), await draft('zoe', 'Plays', 'hers')]
    const [another, later] = [await draft('zoe', 'players'), await schedule('zoe', 'plays')]
    const events = await eventsDuring(['drafts', 'scheduled_messages'], ['hamlet', 'zoe', 'cordelia'], () =>
      move(first, { topic: 'comedies' }),
    )
    const changed = { type: 'stream', to: [verona()], topic: 'comedies', timestamp: 1_595_479_020 }
    expect(events).toEqual({
      hamlet: [{ type: 'drafts', op: 'update', draft: { ...changed, id: his, content: 'his' } }],
      zoe: [
        { type: 'drafts', op: 'update', draft: { ...changed, id: hers, content: 'hers' } },
        {
          type: 'scheduled_messages',
          op: 'update',
          scheduled_message: expect.objectContaining({
            scheduled_message_id: later,
            to: verona(),
            topic: 'comedies',
            failed: false,
          }),
        },
      ],
      cordelia: [],
    })
    expect(await placeOfDraft('zoe', another)).toEqual([verona(), 'players'])
    await world.sql('UPDATE scheduled_message SET deliver_at = clock_timestamp() WHERE id = $1', [later])
    await deliverScheduled(core, { realm: realm.id, id: later as ScheduledMessageId })
    const narrow = [
      { operator: 'channel', operand: verona() },
      { operator: 'topic', operand: 'comedies' },
    ]
    expect((await messagesOf('cordelia', narrow)).map(({ subject }) => subject)).toEqual([
      'comedies',
      'comedies',
    ])
  })

  test('also when it is resolved, and when it gets another spelling', async () => {
    const first = await send('hamlet', 'Verona', 'to settle')
    const [text, later] = [await draft('zoe', 'to settle'), await schedule('zoe', 'to settle')]
    for (const topic of ['✔ to settle', '✔ To Settle']) {
      await move(first, { topic })
      expect(await placeOfDraft('zoe', text)).toEqual([verona(), topic])
      expect(await placeOfScheduled('zoe', later)).toEqual([verona(), topic])
    }
  })

  test('drafts that have no topic yet stay; a scheduled message of general chat follows', async () => {
    const first = await send('hamlet', 'Verona', '')
    const [text, later] = [await draft('zoe', ''), await schedule('zoe', '')]
    await move(first, { topic: 'got a name' })
    expect(await placeOfDraft('zoe', text)).toEqual([verona(), ''])
    expect(await placeOfScheduled('zoe', later)).toEqual([verona(), 'got a name'])
  })

  test(`at most ${MAX_FOLLOWING_TEXTS} of each follow, the newest ones`, async () => {
    const first = await send('hamlet', 'Verona', 'crowded')
    const count = MAX_FOLLOWING_TEXTS + 1
    await world.sql(
      `INSERT INTO draft (user_id, type, recipient_ids, topic, content, edited_at, changed_at)
       SELECT $1, 'stream', ARRAY[$2::int], 'crowded', n::text, 0, to_timestamp(n) FROM generate_series(1, $3::int) n`,
      [world.userId('cordelia'), verona(), count],
    )
    await world.sql(
      `INSERT INTO scheduled_message (realm_id, user_id, channel_id, topic, content, rendered_content, client, deliver_at)
       SELECT $1, $2, $3, 'crowded', n::text, '', 'x', now() + interval '1 hour' FROM generate_series(1, $4::int) n`,
      [realm.id, world.userId('cordelia'), verona(), count],
    )
    await move(first, { topic: 'spacious' })
    for (const table of ['draft', 'scheduled_message'])
      expect(await world.sql(`SELECT content FROM ${table} WHERE topic = 'crowded'`)).toEqual([
        { content: '1' },
      ])
  })
})

describe('when a topic moves to another channel', () => {
  test('texts of those who may read and write there follow; the others keep theirs where it is', async () => {
    const secret = await privateChannel('Green room', ['hamlet'])
    const first = await send('hamlet', 'Verona', 'rehearsal')
    const texts = [await draft('hamlet', 'rehearsal'), await draft('zoe', 'rehearsal')] as const
    const later = [await schedule('hamlet', 'rehearsal'), await schedule('zoe', 'rehearsal')] as const
    const { zoe } = await eventsDuring(['drafts', 'scheduled_messages'], ['zoe'], () =>
      move(first, { stream_id: secret }),
    )
    expect(zoe).toEqual([])
    expect(await placeOfDraft('hamlet', texts[0])).toEqual([secret, 'rehearsal'])
    expect(await placeOfDraft('zoe', texts[1])).toEqual([verona(), 'rehearsal'])
    expect(await placeOfScheduled('hamlet', later[0])).toEqual([secret, 'rehearsal'])
    expect(await placeOfScheduled('zoe', later[1])).toEqual([verona(), 'rehearsal'])
  })

  test('scheduled messages of those who may only read there stay', async () => {
    const denmark = world.channelId('Denmark')
    await ok(
      as('iago').patch(`/streams/${denmark}`, {
        can_send_message_group: { new: { direct_members: [world.userId('iago')], direct_subgroups: [] } },
      }),
    )
    const first = await send('hamlet', 'Verona', 'announcement')
    const [text, later] = [await draft('zoe', 'announcement'), await schedule('zoe', 'announcement')]
    await move(first, { stream_id: denmark })
    expect(await placeOfDraft('zoe', text)).toEqual([denmark, 'announcement'])
    expect(await placeOfScheduled('zoe', later)).toEqual([verona(), 'announcement'])
  })
})

test('texts stay with a topic of which only a part moves', async () => {
  await send('hamlet', 'Verona', 'whole')
  const second = await send('hamlet', 'Verona', 'whole')
  const [text, later] = [await draft('zoe', 'whole'), await schedule('zoe', 'whole')]
  await move(second, { topic: 'part', propagate_mode: 'change_later' })
  expect(await placeOfDraft('zoe', text)).toEqual([verona(), 'whole'])
  expect(await placeOfScheduled('zoe', later)).toEqual([verona(), 'whole'])
})
