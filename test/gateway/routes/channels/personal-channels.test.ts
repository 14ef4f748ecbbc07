import { describe, expect, test } from 'vitest'
import type { Body } from '../../../harness/client.ts'
import { EventReader } from '../../../harness/event-reader.ts'
import { as, bad, ok, refusal, setUpStage, world } from '../stage.ts'
import { channelEventsDuring } from './channel-events.ts'

setUpStage()

const choose = (name: string, ...subscription_data: unknown[]) =>
  as(name).post('/users/me/subscriptions/properties', { subscription_data })
const choice = (channel: string, property: string, value: unknown) => ({
  stream_id: world.channelId(channel),
  property,
  value,
})
async function subscriptionOf(name: string, channel: string): Promise<Body> {
  const { subscriptions } = await ok(as(name).get('/users/me/subscriptions'))
  return subscriptions.find((subscription: Body) => subscription.name === channel)
}

describe('POST /users/me/subscriptions/properties', () => {
  test("changes a personal setting of a channel and notifies only the user's own clients", async () => {
    const events = await channelEventsDuring(['cordelia', 'iago'], () =>
      ok(
        choose(
          'cordelia',
          choice('Verona', 'color', '#c2c2c2'),
          choice('Verona', 'pin_to_top', true),
          choice('Denmark', 'in_home_view', false),
          choice('Denmark', 'push_notifications', true),
          choice('Verona', 'wildcard_mentions_notify', false),
        ),
      ),
    )
    const update = (channel: string, property: string, value: unknown) => ({
      type: 'subscription',
      op: 'update',
      ...choice(channel, property, value),
    })
    expect(events.cordelia).toEqual([
      update('Verona', 'color', '#c2c2c2'),
      update('Verona', 'pin_to_top', true),
      update('Denmark', 'in_home_view', false),
      update('Denmark', 'is_muted', true),
      update('Denmark', 'push_notifications', true),
      update('Verona', 'wildcard_mentions_notify', false),
    ])
    expect(events.iago).toEqual([])
    expect(await subscriptionOf('cordelia', 'Verona')).toMatchObject({
      color: '#c2c2c2',
      pin_to_top: true,
      wildcard_mentions_notify: false,
      push_notifications: null,
      is_muted: false,
    })
    expect(await subscriptionOf('cordelia', 'Denmark')).toMatchObject({
      is_muted: true,
      in_home_view: false,
      push_notifications: true,
    })
    await ok(
      choose('cordelia', choice('Denmark', 'push_notifications', null), choice('Denmark', 'is_muted', false)),
    )
    expect(await subscriptionOf('cordelia', 'Denmark')).toMatchObject({
      is_muted: false,
      push_notifications: null,
    })
  })

  test.each([
    ['#C2C2C2', '#c2c2c2'],
    ['#f0a', '#ff00aa'],
    ['F0A', '#ff00aa'],
    ['AbCdEf', '#abcdef'],
  ])('a color %s is stored and returned as %s', async (given, told) => {
    const reader = await EventReader.start(as('cordelia'))
    await ok(choose('cordelia', choice('Verona', 'color', given)))
    const event = await reader.waitFor((event) => event.type === 'subscription' && event.property === 'color')
    expect(event.value).toBe(told)
    expect(await subscriptionOf('cordelia', 'Verona')).toMatchObject({ color: told })
    await reader.stop()
  })

  test.each([
    ['color', '#12345', 'color is not a valid hex color code'],
    ['color', '##123456', 'color is not a valid hex color code'],
    ['color', '', 'color is not a valid hex color code'],
    ['color', 'red', 'color is not a valid hex color code'],
    ['color', true, 'color is not a string'],
    ['is_muted', 'yes', 'is_muted is not a boolean'],
    ['is_muted', null, 'is_muted is not a boolean'],
    ['desktop_notifications', 'yes', 'desktop_notifications is not a boolean'],
  ])('%s=%j is refused with the whole request', async (property, value, msg) => {
    const refused = choose('zoe', choice('Verona', 'pin_to_top', true), choice('Verona', property, value))
    expect(await refusal(refused)).toEqual(bad(msg))
    expect(await subscriptionOf('zoe', 'Verona')).toMatchObject({ pin_to_top: false })
  })

  test('rejects channels without a subscription or access', async () => {
    const denmark = world.channelId('Denmark')
    expect(await refusal(choose('zoe', choice('Denmark', 'pin_to_top', true)))).toEqual(
      bad(`Not subscribed to channel ID ${denmark}`),
    )
    for (const stream_id of [world.channelId('core team'), 2_000_000_000]) {
      const refused = choose('zoe', { stream_id, property: 'pin_to_top', value: true })
      expect(await refusal(refused)).toEqual(bad('Invalid channel ID'))
    }
  })

  test.each([
    [{ stream_id: 'x', property: 'color', value: '#fff' }],
    [{ stream_id: 1, property: 'name', value: 'x' }],
    [{ stream_id: 1, property: 'color' }],
    [{ stream_id: 1, property: 'color', value: 5 }],
    ['color'],
  ])('%j is malformed', async (data) => {
    expect((await choose('zoe', data)).status).toBe(400)
  })
})

describe('PATCH /users/me/subscriptions', () => {
  test('subscribes and unsubscribes in one request', async () => {
    const add = [{ name: 'Rome', color: 'ABC' }, { name: 'Scotland' }]
    const zoe = world.userId('zoe')
    expect(
      await ok(as('zoe').patch('/users/me/subscriptions', { add, delete: ['Venice', 'Denmark'] })),
    ).toMatchObject({
      subscribed: { [zoe]: ['Rome'] },
      already_subscribed: { [zoe]: ['Scotland'] },
      removed: ['Venice'],
      not_removed: ['Denmark'],
    })
    expect(await subscriptionOf('zoe', 'Rome')).toMatchObject({ color: '#aabbcc' })
    expect(await subscriptionOf('zoe', 'Venice')).toBeUndefined()
    expect(
      await ok(as('zoe').patch('/users/me/subscriptions', { add: [{ name: 'Rome' }], delete: ['rome'] })),
    ).toMatchObject({ subscribed: {}, removed: [] })
    expect(await subscriptionOf('zoe', 'Rome')).toBeDefined()
  })

  test('refuses an empty request and an invalid colour', async () => {
    expect(await refusal(as('zoe').patch('/users/me/subscriptions', {}))).toEqual(
      bad('Nothing to do. Specify at least one of "add" or "delete".'),
    )
    const add = [{ name: 'Rome', color: 'blue' }]
    expect((await refusal(as('zoe').patch('/users/me/subscriptions', { add }))).status).toBe(400)
  })
})
