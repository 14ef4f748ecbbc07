import { describe, expect, test } from 'vitest'
import { type Body, Client } from '../../../harness/client.ts'
import { archive, groupSettings } from '../changes.ts'
import {
  as,
  channelOf,
  core,
  foreign,
  join,
  leave,
  ok,
  realm,
  refusal,
  setUpStage,
  url,
  world,
} from '../stage.ts'

setUpStage()

describe('GET /users/me/subscriptions', () => {
  const list = async (name: string, parameters = {}): Promise<Body[]> =>
    (await ok(as(name).get('/users/me/subscriptions', parameters))).subscriptions

  test('returns the user’s channels by name, with personal settings', async () => {
    const found = await list('polonius')
    expect(found.map((channel) => channel.name)).toEqual(['Verona', 'general'])
    expect(found[0]).toEqual({
      stream_id: world.channelId('Verona'),
      name: 'Verona',
      is_archived: false,
      description: expect.stringContaining('summer'),
      rendered_description: expect.stringContaining('<strong>'),
      date_created: expect.any(Number),
      creator_id: world.userId('desdemona'),
      invite_only: false,
      is_web_public: false,
      stream_post_policy: 1,
      is_announcement_only: false,
      message_retention_days: null,
      history_public_to_subscribers: true,
      first_message_id: null,
      folder_id: null,
      ...groupSettings(world.userId('desdemona')),
      topics_policy: 'inherit',
      is_recently_active: true,
      subscriber_count: 8,
      stream_weekly_traffic: null,
      color: expect.stringMatching(/^#[0-9a-f]{6}$/),
      is_muted: false,
      in_home_view: true,
      pin_to_top: false,
      desktop_notifications: null,
      email_notifications: null,
      wildcard_mentions_notify: null,
      push_notifications: null,
      audible_notifications: null,
    })
    expect((await list('shiva')).map((channel) => channel.name)).toContain('core team')
    expect(
      (await foreign.client.ok(foreign.client.get('/users/me/subscriptions'))).subscriptions,
    ).toHaveLength(1)
  })

  test.each(['true', 'partial', '"partial"', true])(
    'include_subscribers=%s adds the subscribers',
    async (value) => {
      const [verona] = await list('polonius', { include_subscribers: value })
      const people = [
        'desdemona',
        'iago',
        'hamlet',
        'cordelia',
        'othello',
        'zoe',
        // Without Aaron, whose account is deactivated.
        'polonius',
        'greeter-bot',
      ]
      expect(verona!.subscribers).toEqual(people.map((name) => world.userId(name)).sort((a, b) => a - b))
    },
  )

  test('include_subscribers=false omits them; unknown values are ignored and reported', async () => {
    expect((await list('polonius', { include_subscribers: false }))[0]).not.toHaveProperty('subscribers')
    for (const value of ['some', '7', '[]', '"true"']) {
      const answer = await ok(as('polonius').get('/users/me/subscriptions', { include_subscribers: value }))
      expect(answer.ignored_parameters_unsupported).toEqual(['include_subscribers'])
      expect(answer.subscriptions[0]).not.toHaveProperty('subscribers')
    }
  })

  test('rejects deactivated users and requests without credentials', async () => {
    expect((await refusal(new Client(url).get('/users/me/subscriptions'))).code).toBe('UNAUTHORIZED')
    expect((await refusal(as('aaron').get('/users/me/subscriptions'))).code).toBe('USER_DEACTIVATED')
  })

  test('another gateway returns a change immediately', async () => {
    const second = world.client((await world.gateway()).url, 'zoe')
    const names = async () =>
      (await second.ok(second.get('/users/me/subscriptions'))).subscriptions.map(
        (subscription: Body) => subscription.name,
      )
    for (let i = 0; i < 20; i++) {
      await ok(join('zoe', [`back and forth ${i}`]))
      expect(await names()).toContain(`back and forth ${i}`)
      await ok(leave('zoe', [`back and forth ${i}`]))
      expect(await names()).not.toContain(`back and forth ${i}`)
    }
  })

  test('omits archived channels', async () => {
    await ok(join('hamlet', ['ruins']))
    await archive(core, realm, (await channelOf('ruins')).stream_id)
    expect((await list('hamlet')).map((channel) => channel.name)).not.toContain('ruins')
  })
})
