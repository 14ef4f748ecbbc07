import { expect, test } from 'vitest'
import { EventReader } from '../../../harness/event-reader.ts'
import { as, core, foreign, join, leave, ok, otherGateway, realm, setUpStage, world } from '../stage.ts'
import { channelEventsDuring, ids, summarize } from './channel-events.ts'

setUpStage()

test('a user who returns to a channel finds their own former settings', async () => {
  await ok(join('hamlet', ['harbour'], { principals: ids('hamlet', 'zoe') }))
  await ok(leave('zoe', ['harbour']))
  await core.transact(realm.id, (tx) =>
    tx.run(
      {
        name: 'test.mute',
        text: `UPDATE subscription SET is_muted = true, color = '#123456' WHERE user_id = $1`,
      },
      [world.userId('zoe')],
    ),
  )
  const events = await channelEventsDuring(['zoe', 'prospero'], () =>
    ok(join('hamlet', ['harbour'], { principals: ids('zoe', 'prospero') })),
  )
  expect(summarize(events.zoe)).toEqual(['add harbour'])
  expect(events.zoe![0].subscriptions[0]).toMatchObject({
    is_muted: true,
    in_home_view: false,
    color: '#123456',
  })
  expect(summarize(events.prospero)).toEqual(['add harbour'])
  expect(events.prospero![0].subscriptions[0]).toMatchObject({ is_muted: false, in_home_view: true })
})

test('messages reach subscribers, and not a user who left', async () => {
  const say = () =>
    ok(as('hamlet').post('/messages', { type: 'channel', to: 'harbour', topic: 't', content: 'x' }))
  const reader = await EventReader.start(world.client((await otherGateway()).url, 'zoe'), {
    event_types: ['message'],
  })
  await ok(join('zoe', ['harbour']))
  const during = await say()
  await ok(leave('zoe', ['harbour']))
  await say()
  await ok(join('zoe', ['harbour']))
  const after = await say()
  await reader.waitFor((event) => event.message.id === after.id)
  await reader.stop()
  expect(reader.events.map((event) => event.message.id)).toEqual([during.id, after.id])
})

test('another organization gets no event', async () => {
  const reader = await EventReader.start(foreign.client, { event_types: ['stream', 'subscription'] })
  await ok(join('hamlet', ['quay']))
  const there = { subscriptions: [{ name: 'Kronborg' }] }
  await ok(foreign.client.post('/users/me/subscriptions', there))
  await reader.waitFor((event) => event.op === 'add')
  await reader.stop()
  expect(summarize(reader.events)).toEqual(['create Kronborg', 'add Kronborg'])
})
