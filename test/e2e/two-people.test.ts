import { afterAll, beforeAll, expect, test } from 'vitest'
import { EventReader } from '../harness/event-reader.ts'
import { World } from '../harness/world.ts'

let world: World
let url: string

beforeAll(async () => {
  world = await World.create()
  url = (await world.gateway()).url
})
afterAll(() => world.close())

test('two people chat in a channel in real time', async () => {
  const hamlet = world.client(url, 'hamlet')
  const cordelia = world.client(url, 'cordelia')
  const [hamletEvents, cordeliaEvents] = await Promise.all([
    EventReader.start(hamlet),
    EventReader.start(cordelia),
  ])
  const sent = await hamlet.ok(
    hamlet.post('/messages', { type: 'channel', to: 'Verona', topic: 'play', content: 'To *be*' }),
  )
  const event = await cordeliaEvents.waitFor((event) => event.type === 'message')
  expect(event.message).toMatchObject({
    id: sent.id,
    content: 'To *be*',
    display_recipient: 'Verona',
    subject: 'play',
  })
  const answer = await cordelia.ok(
    cordelia.post('/messages', { type: 'direct', to: [world.userId('hamlet')], content: 'or not' }),
  )
  const back = await hamletEvents.waitFor(
    (event) => event.type === 'message' && event.message.id === answer.id,
  )
  expect(back.message.type).toBe('private')
  await Promise.all([hamletEvents.stop(), cordeliaEvents.stop()])
})
