import { describe, expect, test } from 'vitest'
import { EventReader } from '../../../harness/event-reader.ts'
import { as, bad, ok, refusal, setUpStage, world } from '../stage.ts'

setUpStage()

const toVerona = (content: string) => ({ type: 'channel', to: 'Verona', topic: 'widgets', content })

test('a poll is a widget from the start, in the event and when it is read', async () => {
  const reader = await EventReader.start(as('cordelia'))
  const { id } = await ok(as('hamlet').post('/messages', toVerona('/poll Lunch?\n* Soup\n* Cake')))
  const { message } = await reader.waitFor((event) => event.message?.id === id)
  await reader.stop()
  const [begun] = message.submessages
  expect(message.submessages).toEqual([
    {
      id: begun.id,
      message_id: id,
      sender_id: message.sender_id,
      msg_type: 'widget',
      content: '{"widget_type":"poll","extra_data":{"question":"Lunch?","options":["Soup","Cake"]}}',
    },
  ])
  const read = await ok(as('cordelia').get(`/messages/${id}`))
  expect(read.message.submessages).toEqual([begun])

  const vote = { message_id: id, msg_type: 'widget', content: '{"type":"vote","key":"canned,0","vote":1}' }
  await ok(as('cordelia').post('/submessage', vote))
  expect((await ok(as('hamlet').get(`/messages/${id}`))).message.submessages).toHaveLength(2)
  expect(await refusal(as('hamlet').patch(`/messages/${id}`, { content: 'no poll' }))).toEqual(
    bad('Widgets cannot be edited.'),
  )
})

test('several widgets sent at once stay separate, and other messages have none', async () => {
  const ids = await Promise.all(
    ['/todo One\nmilk: now', 'plain', '/poll Two', '/polls'].map(
      async (content) => (await ok(as('hamlet').post('/messages', toVerona(content)))).id,
    ),
  )
  const widgets = await Promise.all(
    ids.map(async (id) => {
      const { message } = await ok(as('cordelia').get(`/messages/${id}`))
      return message.submessages.map(
        (submessage: { content: string }) => JSON.parse(submessage.content).widget_type,
      )
    }),
  )
  expect(widgets).toEqual([['todo'], [], ['poll'], []])
})

describe('what one person may add to a widget', () => {
  const add = (name: string, message_id: number, content: string) =>
    as(name).post('/submessage', { message_id, msg_type: 'widget', content })
  const FULL = bad('You cannot add more to this message.')

  test('has a number', async () => {
    const { id } = await ok(as('hamlet').post('/messages', toVerona('/poll Often')))
    await world.sql(
      `INSERT INTO submessage (message_id, sender_id, msg_type, content)
       SELECT $1, $2, 'widget', '1' FROM generate_series(1, 999)`,
      [id, world.userId('cordelia')],
    )
    await ok(add('cordelia', id, '2'))
    expect(await refusal(add('cordelia', id, '3'))).toEqual(FULL)
    await ok(add('hamlet', id, '4'))
  })

  test('has a size', async () => {
    const { id } = await ok(as('hamlet').post('/messages', toVerona('/poll Long')))
    const long = JSON.stringify('é'.repeat(9_000)) // 18,002 bytes
    for (let n = 0; n < 5; n++) await ok(add('cordelia', id, long))
    expect(await refusal(add('cordelia', id, long))).toEqual(FULL)
    await ok(add('cordelia', id, '1'))
    await ok(add('hamlet', id, long))
  })
})
