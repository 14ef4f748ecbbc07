import { expect, test } from 'vitest'
import { countTraffic } from '../../../../core/channels/changing/traffic.ts'
import { eventsDuring } from '../../../gateway/routes/events-during.ts'
import { as, channelOf, core, join, ok, setUpStage, world } from '../../../gateway/routes/stage.ts'

setUpStage()

const send = (channel: string, content = 'hm') =>
  ok(as('iago').post('/messages', { type: 'channel', to: channel, topic: 't', content }))
/** Moves the creation of a channel, and its first message, to `days` ago. */
const age = async (channel: string, days: number) => {
  const values = [channel, days]
  await world.sql('UPDATE channel SET created_at = now() - make_interval(days => $2) WHERE name = $1', values)
  await world.sql(
    `UPDATE message SET sent_at = now() - make_interval(days => $2)
     WHERE channel_id = (SELECT id FROM channel WHERE name = $1)`,
    values,
  )
}
const traffic = async (channel: string) => (await channelOf(channel)).stream_weekly_traffic

test('traffic counts each message once, and divides by the weeks of a channel that is old enough', async () => {
  await ok(join('iago', ['young', 'grown', 'old']))
  for (const [channel, days] of [
    ['young', 6],
    ['grown', 14],
    ['old', 300],
  ] as const)
    await age(channel, days)
  for (let n = 0; n < 8; n++) for (const channel of ['young', 'grown', 'old']) await send(channel)
  await countTraffic(core)
  await countTraffic(core)
  expect([await traffic('young'), await traffic('grown'), await traffic('old')]).toEqual([null, 5, 2])
  const events = await eventsDuring(['stream'], ['zoe', 'polonius'], async () => {
    for (let n = 0; n < 4; n++) await send('grown')
    await countTraffic(core)
  })
  expect(events.zoe).toContainEqual(
    expect.objectContaining({ name: 'grown', property: 'stream_weekly_traffic', value: 7 }),
  )
  expect(events.polonius).toEqual([])
})

test('traffic is rounded to two digits', async () => {
  await world.sql(
    `UPDATE channel_day SET messages = 4936 WHERE channel_id = (SELECT id FROM channel WHERE name = 'old')`,
  )
  await countTraffic(core)
  expect(await traffic('old')).toBe(1200)
})

test('a channel without messages for half a year is not active', async () => {
  await ok(join('iago', ['silent']))
  await age('silent', 200)
  await countTraffic(core)
  expect(await channelOf('silent')).toMatchObject({ is_recently_active: false, stream_weekly_traffic: 0 })
  expect(await channelOf('old')).toMatchObject({ is_recently_active: true })
  await send('silent')
  await countTraffic(core)
  expect(await channelOf('silent')).toMatchObject({ is_recently_active: true })
})
