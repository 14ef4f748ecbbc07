import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Client } from '../../harness/client.ts'
import { Socket } from '../../harness/socket.ts'
import { World } from '../../harness/world.ts'

let world: World
let url: string
let hamlet: Client
let iago: Client

beforeAll(async () => {
  world = await World.create()
  url = (await world.gateway()).url
  hamlet = world.client(url, 'hamlet')
  iago = world.client(url, 'iago')
})
afterAll(() => world.close())

const register = (client: Client, parameters = {}) =>
  client.ok(client.post('/register', { event_types: ['message'], ...parameters }))

const send = (content: string, from: Client = iago) =>
  from.ok(from.post('/messages', { type: 'stream', to: 'Verona', topic: 'sockets', content }))

describe('a WebSocket', () => {
  it('gets the events after the cursor it came with, and then those that happen', async () => {
    const { queue_id: queueId, last_event_id: lastEventId } = await register(hamlet)
    await send('before')
    const socket = await Socket.open(hamlet, { queueId, lastEventId })
    const before = await socket.waitFor((event) => event.message?.content === 'before')
    expect(before.id).toBeGreaterThan(lastEventId)
    await send('after')
    await socket.waitFor((event) => event.message?.content === 'after')
    expect(socket.events).toHaveLength(2)
    await socket.close()
  })
})
