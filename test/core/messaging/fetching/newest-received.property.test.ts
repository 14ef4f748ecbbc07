import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newestReceived } from '../../../../core/messaging/fetching/newest-received.ts'
import type { RealmId, UserId } from '../../../../core/platform/ids.ts'
import type { Core } from '../../../../core/state/core.ts'
import type { Client } from '../../../harness/client.ts'
import { checkProperty } from '../../../harness/property.ts'
import { World } from '../../../harness/world.ts'

const PEOPLE = ['hamlet', 'cordelia', 'polonius'] as const
const CHANNELS = ['Verona', 'Denmark'] as const

let world: World
let core: Core
/** Gateways that share one database. The last learns of changes of the others late. */
const urls: string[] = []

beforeAll(async () => {
  world = await World.create()
  const first = await world.gateway()
  core = first.gateway.core
  urls.push(first.url, (await world.gateway()).url, (await world.lateGateway()).url)
})
afterAll(() => world?.close())

const person = fc.constantFrom(...PEOPLE)
const channel = fc.constantFrom(...CHANNELS)
/** The message to change, counted from the newest. */
const which = fc.nat(4)

const step = fc.record({
  gateway: fc.nat(2),
  action: fc.oneof(
    { weight: 4, arbitrary: fc.record({ kind: fc.constant('send' as const), channel }) },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('sendDirect' as const), person }) },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('delete' as const), which }) },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('move' as const), which, channel }) },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('join' as const), person, channel }) },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('leave' as const), person, channel }) },
  ),
})
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

const at = (gateway: number, name: string): Client => world.client(urls[gateway]!, name)
const messageIds: number[] = []

/** Makes a change. A refused change changes nothing. */
async function applyStep({ gateway, action }: Step): Promise<void> {
  const owner = at(gateway, 'desdemona')
  const id = 'which' in action ? messageIds.at(-1 - action.which) : 0
  if (id === undefined) return
  const send = async (parameters: Parameters<Client['post']>[1]) => {
    const { body } = await owner.post('/messages', { content: 'x', ...parameters })
    if (body.result === 'success') messageIds.push(body.id)
  }
  switch (action.kind) {
    case 'send':
      return send({ type: 'channel', to: world.channelId(action.channel), topic: 't' })
    case 'sendDirect':
      return send({ type: 'direct', to: [world.userId(action.person)] })
    case 'delete':
      await owner.delete(`/messages/${id}`)
      return
    case 'move':
      await owner.patch(`/messages/${id}`, {
        stream_id: world.channelId(action.channel),
        propagate_mode: 'change_one',
      })
      return
    case 'join':
      await owner.post('/users/me/subscriptions', {
        subscriptions: [{ name: action.channel }],
        principals: [world.userId(action.person)],
      })
      return
    case 'leave':
      await at(gateway, action.person).delete('/users/me/subscriptions', { subscriptions: [action.channel] })
  }
}

/** Expects that every gateway gives every person the newest message that Postgres finds. */
async function compare(): Promise<void> {
  for (const name of PEOPLE) {
    const newest = await newestReceived(
      core.db,
      world.organization.realmId as RealmId,
      world.userId(name) as UserId,
    )
    for (const gateway of urls.keys()) {
      const { max_message_id } = await at(gateway, name).ok(at(gateway, name).get('/users/me'))
      expect([name, gateway, max_message_id]).toEqual([name, gateway, newest])
    }
  }
}

test('max_message_id equals what Postgres finds, whatever is sent, moved or deleted at any gateway', async () => {
  await checkProperty(fc.array(step, { minLength: 10, maxLength: 30 }), 5, async (steps) => {
    for (const next of steps) {
      await applyStep(next)
      await compare()
    }
  })
})
