import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Audience, toChannel, toMembers, toRealm } from '../../../core/platform/events/audience.ts'
import type { ChannelId, RealmId, UserId } from '../../../core/platform/ids.ts'
import { emitChange } from '../../../core/state/realm/changes.ts'
import { Role } from '../../../core/state/users/record.ts'
import type { Answer, Body, Client, Parameters } from '../../harness/client.ts'
import { checkProperty } from '../../harness/property.ts'
import { Queue, waitForPolls } from '../../harness/queue.ts'
import { World } from '../../harness/world.ts'

const EVENTS = { event_types: ['realm'] }

let world: World
/** Two gateways with users, and one without until a test attaches there. */
let urls: string[]

beforeAll(async () => {
  world = await World.create()
  urls = (await Promise.all([world.gateway(), world.gateway(), world.gateway()])).map(({ url }) => url)
})
afterAll(() => world.close())

const at = (gateway: number, name: string): Client => world.client(urls[gateway]!, name)

const register = (name: string, parameters: Parameters = {}, gateway = 0) =>
  Queue.register(at(gateway, name), parameters)

const say = (channel: string, content: string, name = 'iago', gateway = 0): Promise<Body> => {
  const from = at(gateway, name)
  return from.ok(from.post('/messages', { type: 'channel', to: channel, topic: 'who hears', content }))
}

/** Sends a direct message to everyone that marks the end of the expected events. */
async function mark(...names: string[]): Promise<string> {
  const content = `that was it ${Math.random()}`
  const iago = at(0, 'iago')
  const to = names.map((name) => world.userId(name))
  await iago.ok(iago.post('/messages', { type: 'direct', to, content }))
  return content
}

const join = (name: string, channel: string, gateway = 0) => {
  const client = at(gateway, name)
  return client.ok(client.post('/users/me/subscriptions', { subscriptions: [{ name: channel }] }))
}

const leave = (name: string, channel: string, gateway = 0) => {
  const client = at(gateway, name)
  return client.ok(client.delete('/users/me/subscriptions', { subscriptions: [channel] }))
}

/** Contents of the messages in a queue before a mark, read at a gateway. */
async function contentsBefore(queue: Queue, until: string, gateway = 0, name = ''): Promise<string[]> {
  const clients = name === '' ? [queue.client] : [at(gateway, name)]
  return (await queue.contentsUpTo(until, clients)).slice(0, -1)
}

describe('a channel message goes to the users who are subscribed when it is sent', () => {
  test('live and late, at a gateway that was running then and at one that was not', async () => {
    const [live, late, fresh] = await Promise.all([
      register('othello'),
      register('othello'),
      register('othello'),
    ])
    await live.poll({ dont_block: true })
    await say('Rome', 'not yet')
    await join('othello', 'Rome')
    await say('Rome', 'first', 'iago', 1)
    await say('Rome', 'second')
    await leave('othello', 'Rome', 1)
    await say('Rome', 'meanwhile')
    await join('othello', 'Rome', 1)
    await say('Rome', 'again', 'iago', 1)
    await leave('othello', 'Rome')
    await say('Rome', 'too late')
    const end = await mark('othello')
    const expected = ['first', 'second', 'again']
    expect(await contentsBefore(live, end)).toEqual(expected)
    expect(await contentsBefore(late, end, 1, 'othello')).toEqual(expected)
    const { url } = await world.gateway()
    expect((await fresh.contentsUpTo(end, [world.client(url, 'othello')])).slice(0, -1)).toEqual(expected)
  })

  test('also when others subscribe or unsubscribe them', async () => {
    const [live, late] = await Promise.all([register('othello'), register('othello')])
    await live.poll({ dont_block: true })
    const iago = at(0, 'iago')
    const about = { principals: [world.userId('othello')] }
    const quietly = { send_new_subscription_messages: false }
    const subscriptions = [{ name: 'core team' }]
    await iago.ok(iago.post('/users/me/subscriptions', { subscriptions, ...about, ...quietly }))
    await say('core team', 'welcome')
    await iago.ok(iago.delete('/users/me/subscriptions', { subscriptions: ['core team'], ...about }))
    await say('core team', 'among ourselves')
    const end = await mark('othello')
    expect(await contentsBefore(live, end)).toEqual(['welcome'])
    expect(await contentsBefore(late, end, 1, 'othello')).toEqual(['welcome'])
  })

  test('whatever the order of operations and the gateways', async () => {
    const people = ['othello', 'zoe', 'polonius', 'cordelia']
    const channels = ['Scotland', 'Denmark']
    const step = fc.record({
      kind: fc.constantFrom('join', 'leave', 'say', 'say'),
      who: fc.constantFrom('othello', 'zoe', 'cordelia'),
      where: fc.constantFrom(...channels),
      gateway: fc.nat(1),
    })
    let run = 0
    await checkProperty(fc.array(step, { minLength: 20, maxLength: 30 }), 3, async (steps) => {
      run++
      const queues = await Promise.all(
        people.map(async (name) => ({
          name,
          live: await register(name),
          late: await register(name),
          expected: [] as string[],
        })),
      )
      for (const { live } of queues) await live.poll({ dont_block: true })
      const inside = new Map(
        await Promise.all(
          people.map(async (name) => {
            const client = at(0, name)
            const { subscriptions } = await client.ok(client.get('/users/me/subscriptions'))
            return [
              name,
              new Set<string>(subscriptions.map((subscription: Body) => subscription.name)),
            ] as const
          }),
        ),
      )
      for (const [n, { kind, who, where, gateway }] of steps.entries()) {
        if (kind === 'join') {
          await join(who, where, gateway)
          inside.get(who)!.add(where)
        } else if (kind === 'leave') {
          await leave(who, where, gateway)
          inside.get(who)!.delete(where)
        } else {
          await say(where, `${run}.${n}`, 'desdemona', gateway)
          for (const { name, expected } of queues)
            if (inside.get(name)!.has(where)) expected.push(`${run}.${n}`)
        }
      }
      const end = await mark(...people)
      for (const { name, live, late, expected } of queues) {
        expect([name, await contentsBefore(live, end)]).toEqual([name, expected])
        expect([name, await contentsBefore(late, end, 2, name)]).toEqual([name, expected])
        await Promise.all([live.end(), late.end()])
      }
    })
  })
})

describe('all_public_streams', () => {
  test('adds the messages of public channels, not of private ones', async () => {
    const all = await register('hamlet', { all_public_streams: true })
    const own = await register('hamlet')
    await say('Rome', 'for the people')
    await say('core team', 'not for the people')
    await say('Verona', 'for subscribers')
    const end = await mark('hamlet')
    expect(await contentsBefore(all, end)).toEqual(['for the people', 'for subscribers'])
    expect(await contentsBefore(own, end)).toEqual(['for subscribers'])
  })

  test('gives a guest nothing more', async () => {
    const guest = await register('polonius', { all_public_streams: true })
    const late = await register('polonius', { all_public_streams: true })
    await guest.poll({ dont_block: true })
    await say('Rome', 'for members')
    await say('Verona', 'for subscribers, guests too')
    const end = await mark('polonius')
    expect(await contentsBefore(guest, end)).toEqual(['for subscribers, guests too'])
    expect(await contentsBefore(late, end, 1, 'polonius')).toEqual(['for subscribers, guests too'])
  })

  test('gives no mention of all subscribers to who is not subscribed', async () => {
    const everything = { all_public_streams: true }
    const queues = await Promise.all([register('hamlet', everything), register('hamlet', everything)])
    await queues[0]!.poll({ dont_block: true })
    await say('Rome', '@**all** of Rome')
    await say('Verona', '@**all** of Verona')
    const end = await mark('hamlet')
    for (const queue of queues) {
      const [rome, verona] = await queue.upTo(end)
      expect(rome.flags).toEqual([])
      expect(verona.flags).toEqual(['stream_wildcard_mentioned', 'wildcard_mentioned'])
    }
  })

  test('delivers a message of a subscribed channel once', async () => {
    const queue = await register('hamlet', { all_public_streams: true })
    await say('Verona', 'once')
    const end = await mark('hamlet')
    expect(await contentsBefore(queue, end)).toEqual(['once'])
  })
})

describe('a late queue gets the events that its user could receive when they happened', () => {
  /**
   * Returns the events of three queues: one polls during the change, one attaches late, one attaches at a new
   * gateway.
   */
  const eventsOfThreeQueues = async (
    name: string,
    parameters: Parameters,
    change: () => Promise<unknown>,
  ) => {
    const [live, late, fresh] = await Promise.all([1, 2, 3].map(() => register(name, parameters)))
    await live!.poll({ dont_block: true })
    await change()
    const end = await mark(name)
    const { url } = await world.gateway()
    const atNew = await fresh!.upTo(end, [world.client(url, name)])
    return [await live!.upTo(end), await late!.upTo(end, [at(1, name)]), atNew]
  }
  const owner = () => at(0, 'desdemona')
  const change = (path: string, parameters: Parameters) => owner().ok(owner().patch(path, parameters))

  test('when a channel is private at times', async () => {
    const path = `/streams/${world.channelId('Venice')}`
    const perQueue = await eventsOfThreeQueues('hamlet', { all_public_streams: true }, async () => {
      await say('Venice', 'in public')
      await change(path, { is_private: true })
      await say('Venice', 'among ourselves')
      await change(path, { is_private: false })
      await say('Venice', 'in public again')
    })
    for (const events of perQueue) {
      const said = events.filter(
        (event) => event.message.type === 'stream' && event.message.subject === 'who hears',
      )
      expect(said.map((event) => event.message.content)).toEqual(['in public', 'in public again'])
    }
  })

  test('when a user is a guest at times', async () => {
    const path = `/users/${world.userId('polonius')}`
    const parameters = { event_types: ['message', 'stream'] }
    const perQueue = await eventsOfThreeQueues('polonius', parameters, async () => {
      await at(0, 'hamlet').ok(
        at(0, 'hamlet').post('/users/me/subscriptions', { subscriptions: [{ name: 'for members' }] }),
      )
      await change(path, { role: 400 })
      await at(0, 'hamlet').ok(
        at(0, 'hamlet').post('/users/me/subscriptions', { subscriptions: [{ name: 'for all members' }] }),
      )
      await change(path, { role: 600 })
    })
    // The first channel appears only by the promotion; the second appears once, when it is created.
    for (const events of perQueue) {
      const names = events
        .filter((event) => event.type === 'stream' && event.op === 'create')
        .flatMap((event) => event.streams.map((stream: Body) => stream.name))
      expect(names.filter((name) => name === 'for members')).toHaveLength(1)
      expect(names.filter((name) => name === 'for all members')).toHaveLength(1)
      expect(events.map((event) => event.id)).toEqual(perQueue[0]!.map((event) => event.id))
    }
  })
})

describe('entries that a gateway takes in one turn', () => {
  test('go to the users whom they are for at their positions, to those who wait as to those who come later', async () => {
    const { gateway, url } = await world.gateway()
    const realm = (await gateway.core.realms.get(world.organization.realmId as RealmId))!
    const id = world.userId('polonius') as UserId
    const channel = world.channelId('Scotland') as ChannelId
    const client = world.client(url, 'polonius')
    const isGuest = () => realm.users.get(id)!.role === Role.guest
    const isInside = () => realm.membership.has(channel, id)
    const step = fc.constantFrom(
      'to all',
      'to members',
      'to members',
      'to the channel',
      'to the channel',
      'role',
      'channel',
    )
    await checkProperty(fc.array(step, { minLength: 1, maxLength: 12 }), 60, async (steps) => {
      const [live, late] = await Promise.all([Queue.register(client, EVENTS), Queue.register(client, EVENTS)])
      const waiting = live.poll()
      await waitForPolls(url, 1)
      const expected: number[] = []
      await gateway.core.transact(realm.id, async (tx) => {
        await tx.lockLog()
        const begin = { isGuest: isGuest(), isInside: isInside() }
        const now = { ...begin }
        const change = (kind: 'role' | 'channel') => {
          if (kind === 'role') {
            const user = { ...realm.users.get(id)!, role: now.isGuest ? Role.member : Role.guest }
            emitChange(tx, { type: '_user', user, wasGuest: now.isGuest })
            now.isGuest = !now.isGuest
          } else {
            const members = [{ channel, users: [id] }]
            const [joined, left] = now.isInside ? [[], members] : [members, []]
            emitChange(tx, { type: '_membership', joined, left })
            now.isInside = !now.isInside
          }
        }
        const say = (value: number, audience: Audience, isFor: boolean) => {
          tx.emit({ type: 'realm', op: 'update', property: 'video_chat_provider', value }, audience)
          if (isFor) expected.push(value)
        }
        for (const [n, kind] of steps.entries()) {
          if (kind === 'to all') say(n, toRealm, true)
          else if (kind === 'to members') say(n, toMembers(), !now.isGuest)
          else if (kind === 'to the channel') say(n, toChannel(channel), now.isInside)
          else change(kind)
        }
        say(-1, toRealm, true)
        // The rows of the database have not changed.
        if (now.isGuest !== begin.isGuest) change('role')
        if (now.isInside !== begin.isInside) change('channel')
      })
      const values = ({ body }: Answer) => body.events.map((event: Body) => event.value)
      expect(values(await waiting)).toEqual(expected)
      expect(values(await late.poll({ dont_block: true }))).toEqual(expected)
      await Promise.all([live.end(), late.end()])
    })
  })
})

describe('a private channel', () => {
  test('sends its events to subscribers only, not to other administrators', async () => {
    const created = at(0, 'shiva')
    await created.ok(
      created.post('/users/me/subscriptions', {
        subscriptions: [{ name: 'secret' }],
        invite_only: true,
        principals: [world.userId('shiva'), world.userId('zoe')],
      }),
    )
    const queues = await Promise.all(['zoe', 'desdemona', 'cordelia'].map((name) => register(name)))
    await say('secret', 'between us', 'shiva')
    const end = await mark('zoe', 'desdemona', 'cordelia')
    const got = await Promise.all(queues.map((queue) => contentsBefore(queue, end)))
    expect(got).toEqual([['between us'], [], []])
  })
})

describe('a direct message', () => {
  test('goes to all queues of its participants at every gateway, and to nobody else', async () => {
    const queues = await Promise.all([
      register('hamlet'),
      register('cordelia', {}, 1),
      register('cordelia', {}, 2),
      register('zoe'),
    ])
    const hamlet = at(0, 'hamlet')
    await hamlet.ok(
      hamlet.post('/messages', { type: 'direct', to: [world.userId('cordelia')], content: 'only you' }),
    )
    const end = await mark('hamlet', 'cordelia', 'zoe')
    const got = await Promise.all(queues.map((queue) => contentsBefore(queue, end)))
    expect(got).toEqual([['only you'], ['only you'], ['only you'], []])
  })
})
