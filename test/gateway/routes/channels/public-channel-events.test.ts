import { describe, expect, test } from 'vitest'
import type { Body } from '../../../harness/client.ts'
import { newcomer, setRealm } from '../changes.ts'
import { as, core, join, leave, ok, realm, setUpStage, url, world } from '../stage.ts'
import { channelEventsDuring, ids, summarize } from './channel-events.ts'

setUpStage()

describe('a public channel', () => {
  test('sends its creation to members, its subscription to its creator, and nothing to guests', async () => {
    const events = await channelEventsDuring(['hamlet', 'zoe', 'iago', 'polonius'], () =>
      ok(join('hamlet', ['harbour'])),
    )
    expect(summarize(events.hamlet)).toEqual(['create harbour', 'add harbour'])
    for (const name of ['zoe', 'iago']) {
      expect(summarize(events[name])).toEqual(['create harbour', `peer_add ${ids('hamlet')}`])
    }
    expect(events.polonius).toEqual([])
    const channel = realm.channels.byName('harbour')!
    expect(events.zoe![0]).toMatchObject({
      type: 'stream',
      op: 'create',
      streams: [
        { stream_id: channel.id, subscriber_count: 0, invite_only: false, creator_id: ids('hamlet')[0] },
      ],
    })
    expect(events.zoe![1]).toEqual({
      type: 'subscription',
      op: 'peer_add',
      stream_ids: [channel.id],
      user_ids: ids('hamlet'),
    })
    const { subscriptions } = await ok(
      as('hamlet').get('/users/me/subscriptions', { include_subscribers: true }),
    )
    const listed = subscriptions.find((subscription: Body) => subscription.stream_id === channel.id)
    // The first message comes after the subscription.
    const asAdded = { ...listed, first_message_id: null }
    expect(events.hamlet![1]).toEqual({ type: 'subscription', op: 'add', subscriptions: [asAdded] })
  })

  test('sends no event for an existing subscription', async () => {
    const events = await channelEventsDuring(['hamlet', 'zoe'], () => ok(join('hamlet', ['harbour'])))
    expect(events).toEqual({ hamlet: [], zoe: [] })
  })

  test('sends the channel to new subscribers, and the new subscribers to everyone else', async () => {
    const events = await channelEventsDuring(['hamlet', 'zoe', 'cordelia', 'othello'], () =>
      ok(join('hamlet', ['harbour'], { principals: ids('zoe', 'cordelia') })),
    )
    expect(summarize(events.zoe)).toEqual(['add harbour'])
    expect(events.zoe![0].subscriptions[0].subscribers).toEqual(ids('hamlet', 'zoe', 'cordelia'))
    expect(events.cordelia).toEqual(events.zoe)
    for (const name of ['hamlet', 'othello']) {
      expect(summarize(events[name])).toEqual([`peer_add ${ids('zoe', 'cordelia')}`])
    }
  })

  test('appears for a guest on subscription, and disappears on leaving', async () => {
    const joined = await channelEventsDuring(['polonius', 'hamlet', 'othello'], () =>
      ok(join('hamlet', ['harbour'], { principals: ['polonius@demo.test'] })),
    )
    expect(summarize(joined.polonius)).toEqual(['create harbour', 'add harbour'])
    expect(summarize(joined.hamlet)).toEqual([`peer_add ${ids('polonius')}`])
    expect(summarize(joined.othello)).toEqual([`peer_add ${ids('polonius')}`])

    const among = await channelEventsDuring(['polonius', 'othello', 'shiva'], () =>
      ok(join('othello', ['harbour'])),
    )
    expect(summarize(among.polonius)).toEqual([`peer_add ${ids('othello')}`])
    expect(summarize(among.shiva)).toEqual([`peer_add ${ids('othello')}`])

    const gone = await channelEventsDuring(['polonius', 'hamlet', 'shiva'], () =>
      ok(leave('polonius', ['harbour'])),
    )
    expect(summarize(gone.polonius)).toEqual(['remove harbour', 'delete'])
    expect(gone.polonius![1]).toMatchObject({
      streams: [{ stream_id: realm.channels.byName('harbour')!.id }],
      stream_ids: [realm.channels.byName('harbour')!.id],
    })
    expect(summarize(gone.hamlet)).toEqual([`peer_remove ${ids('polonius')}`])
    expect(summarize(gone.shiva)).toEqual([`peer_remove ${ids('polonius')}`])
  })

  test('can be created with a guest as subscriber', async () => {
    const events = await channelEventsDuring(['polonius', 'hamlet', 'zoe'], () =>
      ok(join('hamlet', ['guest house'], { principals: ids('polonius', 'hamlet') })),
    )
    expect(summarize(events.polonius)).toEqual(['create guest house', 'add guest house'])
    expect(summarize(events.zoe)).toEqual(['create guest house', `peer_add ${ids('hamlet', 'polonius')}`])
  })

  test('sends everyone one event when a subscriber leaves', async () => {
    const events = await channelEventsDuring(['hamlet', 'zoe', 'prospero', 'polonius'], () =>
      ok(leave('zoe', ['harbour'])),
    )
    expect(summarize(events.zoe)).toEqual(['remove harbour'])
    expect(summarize(events.hamlet)).toEqual([`peer_remove ${ids('zoe')}`])
    expect(summarize(events.prospero)).toEqual([`peer_remove ${ids('zoe')}`])
    expect(events.polonius).toEqual([])
  })
})

test('a web-public channel is sent to guests too', async () => {
  await setRealm(core, realm, { enable_spectator_access: true })
  const events = await channelEventsDuring(['polonius', 'zoe'], () =>
    ok(join('desdemona', ['square'], { is_web_public: true })),
  )
  expect(summarize(events.polonius)).toEqual(['create square', `peer_add ${ids('desdemona')}`])
  expect(summarize(events.zoe)).toEqual(['create square', `peer_add ${ids('desdemona')}`])
})

test('a new default channel is sent to members', async () => {
  const events = await channelEventsDuring(['zoe', 'polonius'], () =>
    ok(join('desdemona', ['welcome'], { is_default_stream: true })),
  )
  expect(summarize(events.zoe)).toEqual(['create welcome', 'default_streams', `peer_add ${ids('desdemona')}`])
  expect(events.zoe![1].default_streams).toEqual([
    world.channelId('general'),
    realm.channels.byName('welcome')!.id,
  ])
  expect(events.polonius).toEqual([])
  const { client } = await newcomer(core, realm, url, { email: 'yorick@demo.test' })
  const { subscriptions } = await client.ok(client.get('/users/me/subscriptions'))
  expect(subscriptions.map((subscription: Body) => subscription.name)).toEqual(['general', 'welcome'])
})
