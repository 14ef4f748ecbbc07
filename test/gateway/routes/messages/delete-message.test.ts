import { describe, expect, test } from 'vitest'
import type { Body } from '../../../harness/client.ts'
import { as, bad, channelOf, foreign, join, ok, refusal, setUpStage, world } from '../stage.ts'
import { messageEventsDuring, messageOf, messagesOf, privateChannel, send, write } from './message-events.ts'

setUpStage()

const remove = (name: string, id: number) => as(name).delete(`/messages/${id}`)
const removeTopic = (name: string, stream_id: number, topic_name: string) =>
  as(name).post(`/streams/${stream_id}/delete_topic`, { topic_name })
const INVALID = bad('Invalid message(s)')
const NOT_ALLOWED = bad("You don't have permission to delete this message")
const BULK = { client_capabilities: { bulk_message_deletion: true } }

describe('DELETE /messages/{message_id}', () => {
  test('deletes the message with its flags and reactions', async () => {
    const id = await send('hamlet', 'Verona', 'play')
    await ok(as('zoe').post('/messages/flags', { op: 'add', flag: 'starred', messages: [id] }))
    await ok(as('zoe').post(`/messages/${id}/reactions`, { emoji_name: 'tada' }))
    const people = ['hamlet', 'zoe', 'polonius', 'prospero']
    const events = await messageEventsDuring(people, () => ok(remove('hamlet', id)))
    const event = {
      type: 'delete_message',
      message_id: id,
      message_type: 'stream',
      stream_id: world.channelId('Verona'),
      topic: 'play',
    }
    const deletions = (name: string) => events[name]!.filter((event) => event.type === 'delete_message')
    expect(people.map(deletions)).toEqual([[event], [event], [event], []])
    expect(await refusal(as('hamlet').get(`/messages/${id}`))).toEqual(INVALID)
    expect((await messagesOf('zoe')).map((message) => message.id)).not.toContain(id)
    for (const table of ['message_flag', 'reaction']) {
      expect(await world.sql(`SELECT 1 FROM ${table} WHERE message_id = $1`, [id])).toEqual([])
    }
    const { starred_messages, unread_msgs } = await ok(as('zoe').post('/register'))
    expect(starred_messages).not.toContain(id)
    expect(unread_msgs.streams.flatMap((stream: Body) => stream.unread_message_ids)).not.toContain(id)
  })

  test('sends an event to the participants of a direct message', async () => {
    const id = await write('hamlet', ['cordelia'])
    const events = await messageEventsDuring(
      ['hamlet', 'cordelia', 'zoe'],
      () => ok(remove('hamlet', id)),
      BULK,
    )
    const event = { type: 'delete_message', message_ids: [id], message_type: 'private' }
    expect(events).toEqual({ hamlet: [event], cordelia: [event], zoe: [] })
  })

  test('is for administrators, and for the sender for ten minutes', async () => {
    const id = await send('hamlet', 'Verona')
    const direct = await write('hamlet', ['cordelia'])
    const request = (name: string, id: number) => refusal(remove(name, id))
    expect(await request('cordelia', id)).toEqual(NOT_ALLOWED)
    expect(await request('shiva', await send('hamlet', 'Denmark'))).toEqual(NOT_ALLOWED)
    expect(await request('polonius', id)).toEqual(NOT_ALLOWED)
    expect(await request('cordelia', direct)).toEqual(NOT_ALLOWED)
    expect(await request('iago', direct)).toEqual(INVALID)
    expect(await request('polonius', await send('hamlet', 'Denmark'))).toEqual(INVALID)
    expect(await refusal(foreign.client.delete(`/messages/${id}`))).toEqual(INVALID)
    expect((await request('aaron', id)).status).toBe(401)
    await world.sql("UPDATE message SET sent_at = sent_at - interval '11 minutes' WHERE id = $1", [id])
    expect(await request('hamlet', id)).toEqual(bad('The time limit for deleting this message has passed'))
    await ok(remove('iago', id))
    expect(await request('iago', id)).toEqual(INVALID)
  })

  test('sends one event to the deleting user, who is not subscribed to the channel', async () => {
    const id = await send('hamlet', 'Denmark')
    // Desdemona, an owner, is not subscribed to Denmark.
    const parameters = { ...BULK, all_public_streams: true }
    const events = await messageEventsDuring(['desdemona'], () => ok(remove('desdemona', id)), parameters)
    expect(events.desdemona!.filter((event) => event.type === 'delete_message')).toHaveLength(1)
  })

  test('sends users who starred the message the deletion, and no event about the star', async () => {
    const first = await send('hamlet', 'Verona')
    const second = await send('hamlet', 'Verona')
    const people = ['prospero', 'hamlet', 'iago'] // Prospero is not subscribed to Verona.
    for (const name of people) {
      await ok(as(name).post('/messages/flags', { op: 'add', flag: 'starred', messages: [first, second] }))
    }
    const events = await messageEventsDuring(people, () => ok(remove('iago', first)), BULK)
    const kinds = (name: string) =>
      events[name]!.map((event) => event.type).filter((type) => type !== 'stream')
    expect(people.map(kinds)).toEqual([['delete_message'], ['delete_message'], ['delete_message']])
    expect(events.prospero![0]).toMatchObject({ message_ids: [first] })
    expect((await ok(as('prospero').post('/register'))).starred_messages).toContain(second)
  })

  test('sends no event to users who could not read the message', async () => {
    await privateChannel('archive', ['hamlet'])
    const id = await send('hamlet', 'archive')
    await ok(join('iago', ['archive'], { principals: [world.userId('othello')] }))
    const events = await messageEventsDuring(['hamlet', 'othello'], () => ok(remove('hamlet', id)))
    const kinds = (name: string) => events[name]!.map((event) => event.type)
    expect(kinds('hamlet')).toContain('delete_message')
    expect(kinds('othello')).not.toContain('delete_message')
  })

  test('updates the first message of the channel', async () => {
    await ok(join('iago', ['attic']))
    await ok(remove('iago', (await channelOf('attic')).first_message_id))
    const [first, second] = [await send('iago', 'attic'), await send('iago', 'attic')]
    await ok(remove('iago', first))
    expect((await channelOf('attic')).first_message_id).toBe(second)
    await ok(remove('iago', second))
    expect((await channelOf('attic')).first_message_id).toBe(null)
    const third = await send('iago', 'attic')
    expect((await channelOf('attic')).first_message_id).toBe(third)
  })

  test('succeeds for one of two concurrent requests', async () => {
    const id = await send('hamlet', 'Verona')
    const events = await messageEventsDuring(
      ['zoe'],
      async () => {
        const answers = await Promise.all([remove('hamlet', id), remove('iago', id), remove('iago', id)])
        expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400])
      },
      BULK,
    )
    expect(events.zoe!.filter((event) => event.type === 'delete_message')).toHaveLength(1)
  })
})

describe('POST /streams/{stream_id}/delete_topic', () => {
  test('deletes the topic, with one event or one for each message as the client understands', async () => {
    const ids: number[] = []
    for (const topic of ['doomed', 'Doomed', 'doomed']) ids.push(await send('hamlet', 'Verona', topic))
    const kept = await send('hamlet', 'Verona', 'kept')
    let bulk: Record<string, Body[]> = {}
    const events = await messageEventsDuring(
      ['zoe'],
      async () => {
        bulk = await messageEventsDuring(
          ['cordelia'],
          async () => {
            const body = await ok(removeTopic('iago', world.channelId('Verona'), 'DOOMED'))
            expect(body).toEqual({ result: 'success', msg: '', complete: true })
          },
          BULK,
        )
      },
      {},
      true,
    )
    const rest = { message_type: 'stream', stream_id: world.channelId('Verona'), topic: 'doomed' }
    const deletions = bulk.cordelia!.filter((event) => event.type === 'delete_message')
    expect(deletions).toEqual([{ type: 'delete_message', message_ids: ids, ...rest }])
    const single = events.zoe!.filter((event) => event.type === 'delete_message')
    expect(single.map(({ id: _, ...event }) => event)).toEqual(
      ids.map((message_id) => ({ type: 'delete_message', message_id, ...rest })),
    )
    expect(new Set(single.map((event) => event.id)).size).toBe(ids.length)
    expect((await messageOf('zoe', kept)).id).toBe(kept)
    expect(await refusal(as('zoe').get(`/messages/${ids[1]}`))).toEqual(INVALID)
  })

  test('deletes a long topic in batches', async () => {
    const id = world.channelId('Rome')
    const first = await send('iago', 'Rome', 'long')
    await world.sql(
      `INSERT INTO message (id, realm_id, conversation_id, channel_id, sender_id, client, content, rendered_content)
       SELECT nextval('message_id_seq'), realm_id, conversation_id, channel_id, sender_id, client, content, rendered_content
       FROM message, generate_series(1, 2500) WHERE id = $1`,
      [first],
    )
    const events = await messageEventsDuring(['cordelia'], () => ok(removeTopic('iago', id, 'long')), BULK)
    const batches = events.cordelia!.filter((event) => event.type === 'delete_message')
    expect(batches.map((batch) => batch.message_ids.length)).toEqual([1000, 1000, 501])
    const deleted = batches.flatMap((batch) => batch.message_ids)
    expect(new Set(deleted).size).toBe(2501)
    expect(await world.sql('SELECT 1 FROM message WHERE channel_id = $1', [id])).toEqual([])
    // Deleting a missing topic succeeds.
    expect((await ok(removeTopic('iago', id, 'long'))).complete).toBe(true)
  })

  test('is for administrators with access to the channel', async () => {
    const secret = await privateChannel('crypt', ['hamlet'])
    const id = world.channelId('Verona')
    expect(await refusal(removeTopic('hamlet', id, 'play'))).toEqual(
      bad('Must be an organization administrator', { code: 'UNAUTHORIZED_PRINCIPAL' }),
    )
    expect(await refusal(removeTopic('desdemona', secret, 'play'))).toEqual(bad('Invalid channel ID'))
    expect(await refusal(removeTopic('desdemona', 999_999, 'play'))).toEqual(bad('Invalid channel ID'))
    const before = await send('hamlet', 'crypt', 'play')
    await ok(join('iago', ['crypt'], { principals: [world.userId('desdemona')] }))
    const after = await send('hamlet', 'crypt', 'play')
    await ok(removeTopic('desdemona', secret, 'play'))
    expect((await messageOf('hamlet', before)).id).toBe(before)
    expect(await refusal(as('hamlet').get(`/messages/${after}`))).toEqual(INVALID)
  })
})

describe('POST /submessage', () => {
  const add = (name: string, message_id: number, content: string) =>
    as(name).post('/submessage', { message_id, msg_type: 'widget', content })

  test('adds to a widget of the same sender, with an event to everyone', async () => {
    const id = await send('hamlet', 'Verona', 'play', 'a poll')
    const poll = '{"widget_type":"poll","extra_data":{"question":"?","options":[]}}'
    const vote = '{"type":"vote","key":"1,1","vote":1}'
    expect(await refusal(add('zoe', id, vote))).toEqual(
      bad('You cannot attach a submessage to this message.'),
    )
    const events = await messageEventsDuring(['cordelia', 'prospero'], async () => {
      await ok(add('hamlet', id, poll))
      await ok(add('zoe', id, vote))
    })
    expect(events.prospero).toEqual([])
    const expected = [
      ['hamlet', poll],
      ['zoe', vote],
    ].map(([name, content]) => ({
      msg_type: 'widget',
      message_id: id,
      sender_id: world.userId(name!),
      content,
    }))
    const received = events.cordelia!.map(({ type, submessage_id, ...rest }) => {
      expect(type).toBe('submessage')
      return { ...rest, id: submessage_id }
    })
    const { submessages } = await messageOf('cordelia', id)
    expect(submessages).toEqual(received)
    expect(submessages.map(({ id: _, ...rest }: Body) => rest)).toEqual(expected)
    expect(await refusal(as('hamlet').patch(`/messages/${id}`, { content: 'x' }))).toEqual(
      bad('Widgets cannot be edited.'),
    )
  })

  test('refuses text that is not JSON, and messages without access', async () => {
    const direct = await write('hamlet', ['cordelia'])
    expect(await refusal(add('hamlet', direct, '{'))).toEqual(bad('Invalid json for submessage'))
    expect(await refusal(add('iago', direct, '{}'))).toEqual(INVALID)
    expect((await refusal(as('hamlet').post('/submessage', { message_id: direct }))).status).toBe(400)
  })
})
