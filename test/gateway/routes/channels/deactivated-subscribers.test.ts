import { describe, expect, test } from 'vitest'
import type { Body } from '../../../harness/client.ts'
import { as, join, ok, setUpStage, world } from '../stage.ts'
import { channelEventsDuring } from './channel-events.ts'

setUpStage()

const id = (name: string) => world.userId(name)

/** All places that list the subscribers of a channel. */
async function toldOf(channel: number, viewer = 'iago'): Promise<readonly number[][]> {
  const client = as(viewer)
  const state = await ok(client.post('/register', { include_subscribers: true }))
  const entries = [state.streams, state.subscriptions, state.unsubscribed, state.never_subscribed]
    .flat()
    .filter((entry: Body) => entry.stream_id === channel)
  const { subscriptions } = await ok(client.get('/users/me/subscriptions', { include_subscribers: true }))
  entries.push(...subscriptions.filter((subscription: Body) => subscription.stream_id === channel))
  for (const entry of entries) expect(entry.subscriber_count).toBe(entry.subscribers.length)
  const { subscribers } = await ok(client.get(`/streams/${channel}/members`))
  const { stream } = await ok(client.get(`/streams/${channel}`))
  expect(stream.subscriber_count).toBe(subscribers.length)
  const { streams } = await ok(client.get('/streams'))
  const listed = streams.find((stream: Body) => stream.stream_id === channel)
  expect(listed.subscriber_count).toBe(subscribers.length)
  return [subscribers, ...entries.map((entry) => entry.subscribers)]
}

const peers = (events: readonly Body[]) =>
  events
    .filter((event) => event.type === 'subscription')
    .map(({ op, stream_ids, user_ids }) => ({ op, stream_ids: stream_ids.toSorted(), user_ids }))

const isSubscribed = async (user: number, channel: number) =>
  (await ok(as('iago').get(`/users/${user}/subscriptions/${channel}`))).is_subscribed

describe('a deactivated account', () => {
  test('is not a subscriber until it is reactivated, and users who see the channel get events', async () => {
    await ok(join('iago', ['open', 'other']))
    await ok(join('iago', ['closed'], { invite_only: true }))
    await ok(
      join('iago', ['open', 'closed'], { principals: [id('cordelia'), id('hamlet')], announce: false }),
    )
    await ok(join('iago', ['other'], { principals: [id('cordelia')] }))
    const [open, other, closed] = await Promise.all(
      ['open', 'other', 'closed'].map(
        async (stream) => (await ok(as('iago').get('/get_stream_id', { stream }))).stream_id as number,
      ),
    )
    const cordelia = id('cordelia')
    const before = await toldOf(open!)
    for (const list of before) expect(list).toContain(cordelia)

    const gone = await channelEventsDuring(['hamlet', 'zoe'], () =>
      ok(as('iago').delete(`/users/${cordelia}`)),
    )
    const ofOpen = (events: readonly Body[]) =>
      peers(events).map(({ stream_ids, ...rest }) => ({
        ...rest,
        stream_ids: stream_ids.filter((id: number) => [open, other, closed].includes(id)),
      }))
    const removed = { op: 'peer_remove', user_ids: [cordelia] }
    const inOrder = [open!, other!].toSorted()
    expect(ofOpen(gone.zoe!)).toEqual([{ ...removed, stream_ids: inOrder }])
    expect(ofOpen(gone.hamlet!)).toHaveLength(2)
    expect(ofOpen(gone.hamlet!)).toEqual(
      expect.arrayContaining([
        { ...removed, stream_ids: inOrder },
        { ...removed, stream_ids: [closed] },
      ]),
    )
    for (const channel of [open!, other!, closed!]) {
      for (const list of await toldOf(channel)) expect(list).not.toContain(cordelia)
      expect(await isSubscribed(cordelia, channel)).toBe(false)
    }

    // A user who joins meanwhile does not get it as a subscriber either.
    const joined = await channelEventsDuring(['zoe'], () => ok(join('zoe', ['open'])))
    const added = joined.zoe!.find((event) => event.op === 'add')
    expect(added.subscriptions[0].subscribers).not.toContain(cordelia)
    expect(added.subscriptions[0].subscriber_count).toBe(added.subscriptions[0].subscribers.length)

    const back = await channelEventsDuring(['hamlet', 'zoe'], () =>
      ok(as('iago').post(`/users/${cordelia}/reactivate`)),
    )
    const again = { op: 'peer_add', user_ids: [cordelia] }
    expect(ofOpen(back.zoe!)).toEqual([{ ...again, stream_ids: inOrder }])
    expect(ofOpen(back.hamlet!)).toHaveLength(2)
    for (const channel of [open!, closed!]) {
      for (const list of await toldOf(channel)) expect(list).toContain(cordelia)
      expect(await isSubscribed(cordelia, channel)).toBe(true)
    }
  })

  test('leaves together with its bots', async () => {
    const { user_id: bot } = await ok(
      as('othello').post('/bots', { full_name: 'Helper', short_name: 'helper' }),
    )
    await ok(join('iago', ['open'], { principals: [bot, id('othello')] }))
    const gone = await channelEventsDuring(['zoe'], () => ok(as('iago').delete(`/users/${id('othello')}`)))
    const users = peers(gone.zoe!).flatMap(({ user_ids }) => user_ids)
    expect(users.toSorted()).toEqual([bot, id('othello')].toSorted())
    const { stream_id } = await ok(as('iago').get('/get_stream_id', { stream: 'open' }))
    for (const list of await toldOf(stream_id)) expect(list).not.toContain(bot)
    await ok(as('iago').post(`/users/${id('othello')}/reactivate`))
    // The bot stays deactivated.
    for (const list of await toldOf(stream_id)) {
      expect(list).toContain(id('othello'))
      expect(list).not.toContain(bot)
    }
  })
})
