import { describe, expect, test } from 'vitest'
import { as, join, leave, ok, setUpStage, world } from '../stage.ts'
import { messageEventsDuring, send } from './message-events.ts'

setUpStage()

const star = (name: string, id: number, op = 'add') =>
  ok(as(name).post('/messages/flags', { op, flag: 'starred', messages: [id] }))
const kinds = (events: readonly { type: string; op?: string }[]) =>
  events.map(({ type, op }) => (op === undefined ? type : `${type}/${op}`))

describe('who starred a message of a public channel without a subscription', () => {
  test.each([
    ['their queue', {}],
    ['a queue with all public channels', { all_public_streams: true }],
  ])('gets each of its changes once: %s', async (_, parameters) => {
    const id = await send('hamlet', 'Verona', 'stars')
    const other = await send('hamlet', 'Verona', 'stars')
    await star('prospero', id)
    const change = async () => {
      await ok(as('hamlet').patch(`/messages/${id}`, { content: 'other words' }))
      await ok(as('cordelia').post(`/messages/${id}/reactions`, { emoji_name: 'tada' }))
      await ok(as('cordelia').delete(`/messages/${id}/reactions`, { emoji_name: 'tada' }))
      await ok(
        as('iago').patch(`/messages/${id}`, { topic: 'skies', send_notification_to_new_thread: false }),
      )
      await ok(as('iago').patch(`/messages/${id}`, { stream_id: world.channelId('Denmark') }))
      await ok(as('iago').delete(`/messages/${id}`))
      if (!('all_public_streams' in parameters)) await ok(as('iago').delete(`/messages/${other}`))
    }
    const events = await messageEventsDuring(['prospero'], change, parameters)
    const own = events.prospero!.filter(({ type }) => type !== 'stream')
    expect(kinds(own)).toEqual([
      'update_message',
      ...['reaction/add', 'reaction/remove'],
      ...['update_message', 'update_message', 'delete_message'],
    ])
    for (const { flags } of own.filter(({ type }) => type === 'update_message')) {
      expect(flags).toContain('starred')
    }
  })

  test('gets nothing after the star is gone, or of a message that may not be read', async () => {
    const id = await send('hamlet', 'Verona', 'stars')
    await star('prospero', id)
    await star('prospero', id, 'remove')
    await ok(join('iago', ['Verona'], { principals: [world.userId('polonius')] }))
    const seen = await send('hamlet', 'Verona', 'stars')
    await star('polonius', seen) // a guest
    await ok(leave('polonius', ['Verona']))
    const change = async () => {
      for (const each of [id, seen]) await ok(as('hamlet').patch(`/messages/${each}`, { content: 'hidden' }))
    }
    const events = await messageEventsDuring(['prospero', 'polonius'], change)
    expect([events.prospero, events.polonius]).toEqual([[], []])
  })
})
