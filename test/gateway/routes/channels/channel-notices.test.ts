import { describe, expect, test } from 'vitest'
import type { Body } from '../../../harness/client.ts'
import { EventReader } from '../../../harness/event-reader.ts'
import { as, join, ok, realm, setUpStage, world } from '../stage.ts'
import { ids } from './channel-events.ts'

setUpStage()

/** A gateway that loses all work after a COMMIT, including its responses. */
async function dying(name: string) {
  let commits = 0
  const { url } = await world.gateway(
    { LOG_LEVEL: 'silent' },
    {
      afterCommit: () => {
        commits++
        throw new Error('dead')
      },
    },
  )
  return { client: world.client(url, name), commits: () => commits }
}

const messages = async (name: string, narrow: unknown[]): Promise<Body[]> =>
  (await ok(as(name).get('/messages', { anchor: 'newest', num_before: 5, num_after: 0, narrow }))).messages

/** The newest notice of the notification bot to a user, or in the events topic of a channel. */
const newestNotice = async (name: string, channel?: string) => {
  const narrow =
    channel === undefined
      ? [{ operator: 'is', operand: 'dm' }]
      : [
          { operator: 'channel', operand: channel },
          { operator: 'topic', operand: 'channel events' },
        ]
  return (await messages(name, narrow)).at(-1)?.content as string | undefined
}

describe('a new channel', () => {
  const created = async (name: string, more: Record<string, unknown>, creator = 'hamlet') => {
    const reader = await EventReader.start(as(creator), {
      event_types: ['message'],
      apply_markdown: true,
    })
    await ok(join(creator, [name], more))
    const { message } = await reader.waitFor((event) => event.message?.subject === 'channel events')
    await reader.stop()
    return message as Body
  }

  test('begins with a message that says who created it, which its record and its topics name', async () => {
    const message = await created('bohemia', {})
    expect(message).toMatchObject({
      sender_email: expect.stringContaining('notification-bot'),
      display_recipient: 'bohemia',
      content: expect.stringMatching(
        /^<p><strong>Public<\/strong> channel created by .*Hamlet.* <strong>Description:<\/strong><\/p>\n<blockquote>\n<p><em>No description\.<\/em><\/p>/,
      ),
    })
    const { stream_id: id } = message
    const { stream } = await ok(as('hamlet').get(`/streams/${id}`))
    expect(stream.first_message_id).toBe(message.id)
    const { topics } = await ok(as('hamlet').get(`/users/me/${id}/topics`))
    expect(topics).toEqual([{ name: 'channel events', max_id: message.id }])
    const { unread_msgs } = await ok(as('hamlet').post('/register', { fetch_event_types: ['message'] }))
    expect(unread_msgs.streams.map(({ stream_id }: Body) => stream_id)).not.toContain(id)
    await ok(join('hamlet', ['bohemia'], { principals: [world.userId('zoe')] }))
    const { messages: read } = await ok(
      as('hamlet').get('/messages', { anchor: message.id, num_before: 0, num_after: 0 }),
    )
    expect(read[0].flags).toEqual(['read'])
  })

  test('of every kind does so, also one whose description closes a quote', async () => {
    const text = async (name: string, more: Record<string, unknown>) =>
      (await created(name, more, 'iago')).content
    const subscriptions = [{ name: 'sicilia', description: 'a ```` b\n````\nc' }]
    expect(await text('sicilia', { subscriptions })).toMatch(
      /^<p><strong>Public<.*<blockquote>\n<p>a <code> b <\/code> c<\/p>\n<\/blockquote>$/s,
    )
    expect(await text('tower', { invite_only: true, history_public_to_subscribers: true })).toContain(
      '<strong>Private, shared history</strong>',
    )
    expect(await text('cell', { invite_only: true, history_public_to_subscribers: false })).toContain(
      '<strong>Private, protected history</strong>',
    )
  })

  test('tells its first subscribers of its first message, guests too', async () => {
    const reader = await EventReader.start(as('polonius'), { event_types: ['stream', 'message'] })
    await ok(join('hamlet', ['pisa'], { principals: ids('hamlet', 'polonius') }))
    const { message } = await reader.waitFor((event) => event.type === 'message')
    const { value } = await reader.waitFor((event) => event.property === 'first_message_id')
    expect(value).toBe(message.id)
    await reader.stop()
  })

  test('by POST /channels/create does so for its first subscribers, and a refused one does not', async () => {
    const newest = async () => (await messages('cordelia', [])).at(-1)?.id
    const before = await newest()
    const refused = await as('hamlet').post('/channels/create', { name: '', subscribers: ids('cordelia') })
    expect(refused.status).toBe(400)
    expect(await newest()).toBe(before)
    await ok(as('hamlet').post('/channels/create', { name: 'ephesus', subscribers: ids('cordelia') }))
    expect(await newestNotice('cordelia', 'ephesus')).toContain('channel created by')
  })
})

describe('a process that dies after COMMIT loses no notice', () => {
  test('of a changed channel', async () => {
    const { client, commits } = await dying('iago')
    const answer = await client.patch(`/streams/${world.channelId('Denmark')}`, { description: 'Rotten.' })
    expect([answer.status, commits()]).toEqual([500, 1])
    expect(await newestNotice('hamlet', 'Denmark')).toContain('Rotten.')
  })

  test('of subscriptions and of new channels', async () => {
    await ok(as('desdemona').patch('/realm', { new_stream_announcements_stream_id: world.channelId('Rome') }))
    await ok(join('hamlet', ['heath']))
    const { client, commits } = await dying('hamlet')
    const request = { subscriptions: [{ name: 'heath' }], principals: ids('polonius') }
    expect((await client.post('/users/me/subscriptions', request)).status).toBe(500)
    expect(await newestNotice('polonius')).toContain('heath')
    const created = { subscriptions: [{ name: 'tidings' }], announce: true }
    expect((await client.post('/users/me/subscriptions', created)).status).toBe(500)
    const narrow = [{ operator: 'topic', operand: 'new channels' }]
    const news = (await messages('iago', narrow)).at(-1)!
    await realm.sync()
    const { id } = realm.channels.byName('tidings')!
    expect(news.content).toContain(`data-stream-id="${id}"`)
    expect(commits()).toBe(2)
  })

  test('of new members of a group', async () => {
    const { group_id } = await ok(
      as('hamlet').post('/user_groups/create', { name: 'players', description: '', members: [] }),
    )
    const { client, commits } = await dying('hamlet')
    const answer = await client.post(`/user_groups/${group_id}/members`, { add: ids('zoe') })
    expect([answer.status, commits()]).toEqual([500, 1])
    expect(await newestNotice('zoe')).toMatch(/added you to the group .*players/)
  })
})

describe('a notice uses the names after the change', () => {
  test('of the channel, in the event too', async () => {
    await ok(join('hamlet', ['orchard'], { principals: ids('hamlet', 'zoe') }))
    await realm.sync()
    const { id, firstMessageId } = realm.channels.byName('orchard')!
    await ok(as('desdemona').delete(`/messages/${firstMessageId}`))
    const reader = await EventReader.start(as('zoe'), {
      event_types: ['message', 'stream'],
      apply_markdown: true,
    })
    await ok(as('hamlet').patch(`/streams/${id}`, { new_name: 'garden', description: 'See #**garden**' }))
    await reader.waitFor((event) => event.message?.content.includes('another description'))
    await reader.stop()
    const said = reader.events.filter((event) => event.type === 'message')
    expect(said.map((event) => event.message.display_recipient)).toEqual(['garden', 'garden'])
    expect(said.at(-1)!.message.content).toContain(`data-stream-id="${id}"`)
    // The first message of a channel also changes the channel, and must not restore its former state.
    const first = reader.events.find((event) => event.property === 'first_message_id')
    expect(first).toMatchObject({ name: 'garden', value: said[0]!.message.id })
    await realm.sync()
    expect(realm.channels.get(id)).toMatchObject({ name: 'garden', firstMessageId: said[0]!.message.id })
  })

  test('of a private channel for users who were just subscribed to it', async () => {
    await ok(join('hamlet', ['vault'], { invite_only: true }))
    await ok(join('hamlet', ['vault'], { principals: ids('polonius') }))
    await realm.sync()
    expect(await newestNotice('polonius')).toContain(`data-stream-id="${realm.channels.byName('vault')!.id}"`)
  })

  test('the notice of an archived channel does not reopen the channel', async () => {
    await ok(join('hamlet', ['ruin']))
    await realm.sync()
    const { id } = realm.channels.byName('ruin')!
    await ok(as('iago').delete(`/streams/${id}`))
    await realm.sync()
    expect(realm.channels.get(id)).toMatchObject({ isArchived: true, firstMessageId: expect.any(Number) })
    expect(await world.sql('SELECT is_archived FROM channel WHERE id = $1', [id])).toEqual([
      { is_archived: true },
    ])
  })
})
