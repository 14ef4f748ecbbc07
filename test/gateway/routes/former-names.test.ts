import { beforeAll, describe, expect, test } from 'vitest'
import type { Body, Parameters } from '../../harness/client.ts'
import { as, join, ok, refusal, setUpStage, world } from './stage.ts'

setUpStage()

const verona = () => world.channelId('Verona')
const inAnHour = () => Math.floor(Date.now() / 1000) + 3600
const send = (parameters: Parameters) =>
  as('hamlet').post('/messages', { type: 'stream', to: 'Verona', content: 'hello', ...parameters })
const read = async (id: number): Promise<Body> => (await ok(as('hamlet').get(`/messages/${id}`))).message

beforeAll(async () => {
  await ok(join('hamlet', ['Verona', 'Denmark']))
})

describe('`subject` is read as `topic`', () => {
  test('when a message is sent, edited and moved', async () => {
    const sent = await ok(send({ subject: 'lunch' }))
    expect(sent).not.toHaveProperty('ignored_parameters_unsupported')
    expect(await read(sent.id)).toMatchObject({ subject: 'lunch', stream_id: verona() })

    await ok(as('hamlet').patch(`/messages/${sent.id}`, { subject: 'dinner' }))
    expect(await read(sent.id)).toMatchObject({ subject: 'dinner' })
    await ok(as('hamlet').patch(`/messages/${sent.id}`, { new_stream_id: world.channelId('Denmark') }))
    expect(await read(sent.id)).toMatchObject({ subject: 'dinner', stream_id: world.channelId('Denmark') })
  })

  test('when a scheduled message is created and changed', async () => {
    const { scheduled_message_id: id } = await ok(
      as('hamlet').post('/scheduled_messages', {
        type: 'stream',
        to: [verona()],
        subject: 'later',
        content: 'hello',
        scheduled_delivery_timestamp: inAnHour(),
      }),
    )
    const topics = async () =>
      (await ok(as('hamlet').get('/scheduled_messages'))).scheduled_messages.map(
        (message: Body) => message.topic,
      )
    expect(await topics()).toEqual(['later'])
    await ok(as('hamlet').patch(`/scheduled_messages/${id}`, { subject: 'much later' }))
    expect(await topics()).toEqual(['much later'])
  })

  test('in typing notifications', async () => {
    await ok(as('hamlet').post('/typing', { type: 'stream', to: [verona()], subject: 'x', op: 'start' }))
  })

  test('together with `topic` is refused, and nothing is sent', async () => {
    const { max_message_id: before } = await ok(as('hamlet').get('/users/me'))
    expect(await refusal(send({ topic: 'a', subject: 'a' }))).toEqual({
      status: 400,
      result: 'error',
      code: 'REQUEST_CONFUSING_VAR',
      msg: "Can't decide between 'topic' and 'subject' arguments",
      var_name1: 'topic',
      var_name2: 'subject',
    })
    expect(await ok(as('hamlet').get('/users/me'))).toMatchObject({ max_message_id: before })
  })
})

describe('other former parameter names are accepted', () => {
  test('for reading, muting and deleting a topic', async () => {
    const { id } = await ok(send({ topic: 'noise' }))
    const stream_id = verona()
    for (const name of ['topic', 'subject', 'topic_name']) {
      await ok(as('hamlet').post('/mark_topic_as_read', { stream_id, [name]: 'noise' }))
      await ok(as('hamlet').post('/user_topics', { stream_id, [name]: 'noise', visibility_policy: 1 }))
    }
    await ok(
      as('hamlet').patch('/users/me/subscriptions/muted_topics', {
        stream_name: 'Verona',
        subject: 'noise',
        op: 'remove',
      }),
    )
    await ok(as('iago').post(`/streams/${stream_id}/delete_topic`, { topic: 'noise' }))
    expect(await refusal(as('hamlet').get(`/messages/${id}`))).toMatchObject({ status: 400 })
  })

  test('for a channel and for messages', async () => {
    const { id } = await ok(send({ topic: 'here' }))
    expect(await ok(as('hamlet').get('/get_stream_id', { stream_name: 'Verona' }))).toMatchObject({
      stream_id: verona(),
    })
    const matched = await ok(
      as('hamlet').get('/messages/matches_narrow', { message_ids: [id], narrow: [['stream', 'Verona']] }),
    )
    expect(Object.keys(matched.messages)).toEqual([String(id)])
    const { messages } = await ok(as('hamlet').get('/messages', { msg_ids: [id] }))
    expect(messages).toMatchObject([{ id }])
  })

  test('for settings', async () => {
    const answer = await ok(
      as('hamlet').patch('/settings', {
        default_view: 'all_messages',
        escape_navigates_to_default_view: false,
      }),
    )
    expect(answer).not.toHaveProperty('ignored_parameters_unsupported')
    const { user_settings } = await ok(
      as('hamlet').post('/register', { fetch_event_types: ['user_settings'] }),
    )
    expect(user_settings).toMatchObject({
      web_home_view: 'all_messages',
      web_escape_navigates_to_home_view: false,
    })
    const changed = await ok(
      as('iago').patch('/realm', {
        notifications_stream_id: verona(),
        signup_notifications_stream_id: verona(),
      }),
    )
    expect(changed).not.toHaveProperty('ignored_parameters_unsupported')
    const realm = await ok(as('iago').post('/register', { fetch_event_types: ['realm'] }))
    expect(realm).toMatchObject({
      realm_new_stream_announcements_stream_id: verona(),
      realm_signup_announcements_stream_id: verona(),
    })
  })

  test.each(['pm-with', 'pm_with'])('for operators of a narrow: %s', async (operator) => {
    const { id } = await ok(
      as('hamlet').post('/messages', { type: 'private', to: 'cordelia@demo.test', content: operator }),
    )
    const { messages } = await ok(
      as('hamlet').get('/messages', {
        anchor: id,
        num_before: 0,
        num_after: 0,
        narrow: [[operator, 'cordelia@demo.test']],
      }),
    )
    expect(messages).toMatchObject([{ id }])
  })

  test.each(['group-pm-with', 'group_pm_with'])('for operators of a narrow: %s', async (operator) => {
    const { id } = await ok(
      as('hamlet').post('/messages', {
        type: 'private',
        to: ['cordelia@demo.test', 'iago@demo.test'],
        content: operator,
      }),
    )
    const narrow = [[operator, 'cordelia@demo.test']]
    const query = { anchor: id, num_before: 0, num_after: 0, narrow }
    expect((await ok(as('hamlet').get('/messages', query))).messages).toMatchObject([{ id }])
  })
})
