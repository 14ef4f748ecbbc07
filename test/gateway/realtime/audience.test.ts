import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Body, Client, Parameters } from '../../harness/client.ts'
import { holds } from '../../harness/property.ts'
import { Queue } from '../../harness/queue.ts'
import { World } from '../../harness/world.ts'

let world: World
/** Two gateways that people use, and one that nobody does until a test attaches there. */
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

/** Tells everyone directly, so that what a queue has until then is all it gets. */
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

/** Contents of the messages in a queue up to a mark, without the mark, read at a gateway. */
async function heard(queue: Queue, until: string, gateway = 0, name = ''): Promise<string[]> {
  const clients = name === '' ? [queue.client] : [at(gateway, name)]
  return (await queue.contentsUpTo(until, clients)).slice(0, -1)
}

describe('a channel’s message goes to who is subscribed when it is sent', () => {
  test('live, and to who attaches later, at a gateway that was there and at one that was not', async () => {
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
    expect(await heard(live, end)).toEqual(expected)
    expect(await heard(late, end, 1, 'othello')).toEqual(expected)
    const { url } = await world.gateway()
    expect((await fresh.contentsUpTo(end, [world.client(url, 'othello')])).slice(0, -1)).toEqual(expected)
  })

  test('also when others subscribe or unsubscribe somebody', async () => {
    const [live, late] = await Promise.all([register('othello'), register('othello')])
    await live.poll({ dont_block: true })
    const iago = at(0, 'iago')
    const about = { principals: [world.userId('othello')] }
    await iago.ok(iago.post('/users/me/subscriptions', { subscriptions: [{ name: 'core team' }], ...about }))
    await say('core team', 'welcome')
    await iago.ok(iago.delete('/users/me/subscriptions', { subscriptions: ['core team'], ...about }))
    await say('core team', 'among ourselves')
    const end = await mark('othello')
    expect(await heard(live, end)).toEqual(['welcome'])
    expect(await heard(late, end, 1, 'othello')).toEqual(['welcome'])
  })

  test('whatever people do in whatever order, at whatever gateway', async () => {
    const people = ['othello', 'zoe', 'polonius', 'cordelia']
    const channels = ['Scotland', 'Denmark']
    const step = fc.record({
      kind: fc.constantFrom('join', 'leave', 'say', 'say'),
      who: fc.constantFrom('othello', 'zoe', 'cordelia'),
      where: fc.constantFrom(...channels),
      gateway: fc.nat(1),
    })
    let run = 0
    await holds(fc.array(step, { minLength: 20, maxLength: 30 }), 3, async (steps) => {
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
            return [name, new Set<string>(subscriptions.map((one: Body) => one.name))] as const
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
        expect([name, await heard(live, end)]).toEqual([name, expected])
        expect([name, await heard(late, end, 2, name)]).toEqual([name, expected])
        await Promise.all([live.end(), late.end()])
      }
    })
  })
})

describe('all_public_streams', () => {
  test('adds the messages of public channels, and of no private one', async () => {
    const all = await register('hamlet', { all_public_streams: true })
    const own = await register('hamlet')
    await say('Rome', 'for the people')
    await say('core team', 'not for the people')
    await say('Verona', 'for subscribers')
    const end = await mark('hamlet')
    expect(await heard(all, end)).toEqual(['for the people', 'for subscribers'])
    expect(await heard(own, end)).toEqual(['for subscribers'])
  })

  test('gives a guest nothing more', async () => {
    const guest = await register('polonius', { all_public_streams: true })
    const late = await register('polonius', { all_public_streams: true })
    await guest.poll({ dont_block: true })
    await say('Rome', 'for members')
    await say('Verona', 'for subscribers, guests too')
    const end = await mark('polonius')
    expect(await heard(guest, end)).toEqual(['for subscribers, guests too'])
    expect(await heard(late, end, 1, 'polonius')).toEqual(['for subscribers, guests too'])
  })

  test('is not told twice of what it is subscribed to', async () => {
    const queue = await register('hamlet', { all_public_streams: true })
    await say('Verona', 'once')
    const end = await mark('hamlet')
    expect(await heard(queue, end)).toEqual(['once'])
  })
})

describe('a private channel', () => {
  test('is heard by its subscribers alone: not by an administrator who is none', async () => {
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
    const got = await Promise.all(queues.map((queue) => heard(queue, end)))
    expect(got).toEqual([['between us'], [], []])
  })
})

describe('a direct message', () => {
  test('goes to its participants at every gateway, to each of their queues, and to nobody else', async () => {
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
    const got = await Promise.all(queues.map((queue) => heard(queue, end)))
    expect(got).toEqual([['only you'], ['only you'], ['only you'], []])
  })
})
