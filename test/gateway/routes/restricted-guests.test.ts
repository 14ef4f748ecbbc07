import { beforeAll, describe, expect, test } from 'vitest'
import { Role } from '../../../core/state/users/record.ts'
import { notificationBot } from '../../../core/state/users/system-bots.ts'
import { type Body, Client } from '../../harness/client.ts'
import { EventReader } from '../../harness/event-reader.ts'
import { Queue } from '../../harness/queue.ts'
import { newcomer } from './changes.ts'
import { as, bad, core, join, leave, ok, realm, refusal, setUpStage, url, world } from './stage.ts'

setUpStage()

const id = (name: string) => world.userId(name)
const UNKNOWN = 'Unknown user'
let count = 0
const guest = () =>
  newcomer(core, realm, url, {
    email: `guest${++count}@demo.test`,
    fullName: `Guest ${count}`,
    role: Role.guest,
  })
const state = (client: Client, event_types: string[], user_list_incomplete = false): Promise<Body> =>
  ok(client.post('/register', { event_types, client_capabilities: { user_list_incomplete } }))
const named = (users: Body[], user: number) =>
  users.find((candidate) => candidate.user_id === user)?.full_name
const add = (channel: string, ...users: number[]) => ok(join('iago', [channel], { principals: users }))

const byId = (users: Body[]) => [...users].sort((a, b) => a.user_id - b.user_id)

/** How a client applies users who become visible or invisible, and changes to users. */
function applied(state: Body, { type, op, person, user_id, ...event }: Body): Body {
  const others = (users: Body[]) => users.filter((user) => user.user_id !== person.user_id)
  if (type === 'user_status') {
    const { id: _, ...status } = event
    return { ...state, user_status: { ...state.user_status, [user_id]: status } }
  }
  if (type !== 'realm_user') return state
  const list = person.is_active === false ? 'realm_non_active_users' : 'realm_users'
  if (op === 'add') return { ...state, [list]: [...state[list], person] }
  const { [person.user_id]: _, ...user_status } = state.user_status
  return {
    ...state,
    realm_users: others(state.realm_users),
    realm_non_active_users: others(state.realm_non_active_users),
    user_status,
  }
}

beforeAll(async () => {
  const group = realm.record.systemGroups['role:members']
  await ok(as('desdemona').patch('/realm', { can_access_all_users_group: { new: group } }))
  await ok(join('iago', ['Elsinore']))
  await add('Elsinore', id('hamlet'))
})

describe('a guest with limited access to users', () => {
  test('sees themselves, bots, and the other members of channels and direct conversations', async () => {
    const { record, client } = await guest()
    const users = async (incomplete = false) => (await state(client, ['realm_user'], incomplete)).realm_users
    expect(named(await users(), record.id)).toBe(record.fullName)
    expect(named(await users(), id('greeter-bot'))).toBe('Greeter Bot')
    expect(named(await users(), id('hamlet'))).toBe(UNKNOWN)
    expect(named(await users(true), id('hamlet'))).toBe(undefined)
    await add('Elsinore', record.id)
    expect(named(await users(), id('hamlet'))).toBe('King Hamlet')
    expect(named(await users(), id('zoe'))).toBe(UNKNOWN)
    await ok(as('zoe').post('/messages', { type: 'direct', to: [record.id], content: 'Hello' }))
    expect(named(await users(true), id('zoe'))).toBe('Zoe')
    await ok(leave('iago', ['Elsinore'], { principals: [record.id] }))
    expect(named(await users(), id('hamlet'))).toBe(UNKNOWN)
    expect(named((await state(as('shiva'), ['realm_user'])).realm_users, id('hamlet'))).toBe('King Hamlet')
  })

  test('gets no other user from any endpoint', async () => {
    const { client } = await guest()
    const { members } = await ok(client.get('/users'))
    const hamlet = members.find((member: Body) => member.user_id === id('hamlet'))
    expect(hamlet).toMatchObject({
      full_name: UNKNOWN,
      email: `user${id('hamlet')}@localhost`,
      delivery_email: null,
      avatar_url: null,
    })
    expect(await refusal(client.get(`/users/${id('hamlet')}`))).toEqual(bad('Insufficient permission'))
    expect(await refusal(client.post(`/users/me/muted_users/${id('hamlet')}`))).toEqual(bad('No such user'))
    expect(await refusal(client.get(`/users/${id('hamlet')}/status`))).toEqual(bad('No such user'))
    await ok(as('hamlet').post('/users/me/presence', { status: 'active' }))
    await ok(as('hamlet').post('/users/me/status', { status_text: 'busy' }))
    expect(await refusal(client.get(`/users/${id('hamlet')}/presence`))).toEqual(bad('No such user'))
    const { user_status, presences } = await ok(
      client.post('/register', { event_types: ['user_status', 'presence'], slim_presence: true }),
    )
    expect([user_status, presences]).toEqual([{}, {}])
    expect((await ok(client.get('/realm/presence'))).presences).toEqual({})
    const others = await state(as('zoe'), ['user_status'])
    expect(Object.keys(others.user_status)).toContain(String(id('hamlet')))
  })

  test('gets events about users who become visible or invisible, and none about others', async () => {
    const { record, client } = await guest()
    const types = ['realm_user', 'user_status', 'message']
    const reader = await EventReader.start(client, {
      event_types: types,
      client_capabilities: { user_list_incomplete: true },
    })
    await ok(as('zoe').post('/users/me/status', { status_text: 'unheard' }))
    await ok(as('iago').patch(`/users/${id('prospero')}`, { full_name: 'Prospero of Milan' }))
    await guest() // The guest gets no event about this user.
    await add('Elsinore', record.id)
    await ok(as('hamlet').post('/users/me/status', { status_text: 'heard' }))
    await add('Elsinore', id('zoe'))
    await ok(leave('zoe', ['Elsinore']))
    await ok(as('cordelia').post('/messages', { type: 'direct', to: [record.id], content: 'Hello' }))
    await reader.waitFor((event) => event.message?.sender_id === id('cordelia'))
    await reader.stop()
    const summary = reader.events
      .filter((event) => event.type !== 'message')
      .map(({ type, op, person, user_id }) => [op ?? type, person?.user_id ?? user_id])
    const first = summary.filter(([op]) => op === 'add').map(([, user]) => user)
    expect(first).toEqual(expect.arrayContaining([id('iago'), id('hamlet'), id('zoe'), id('cordelia')]))
    expect(first).toHaveLength(4)
    expect(summary.filter(([op]) => op !== 'add')).toEqual([
      ['user_status', id('hamlet')], // With the values from when the guest first saw the user.
      ['user_status', id('hamlet')],
      ['user_status', id('zoe')],
      ['remove', id('zoe')],
    ])
  })

  test('gets the same events late as in a waiting poll', async () => {
    const { record, client } = await guest()
    const options = {
      client_capabilities: { user_list_incomplete: true },
      event_types: ['realm_user', 'message'],
    }
    const waiting = await EventReader.start(client, options)
    const [late, later] = [await Queue.register(client, options), await Queue.register(client, options)]
    const rename = (name: string, to: string) => ok(as('iago').patch(`/users/${id(name)}`, { full_name: to }))
    const see = (group: 'role:everyone' | 'role:members') =>
      ok(
        as('desdemona').patch('/realm', {
          can_access_all_users_group: { new: realm.record.systemGroups[group] },
        }),
      )
    await rename('zoe', 'Zoe Unheard')
    await add('Elsinore', record.id, id('zoe'))
    await rename('zoe', 'Zoe Heard')
    await ok(leave('zoe', ['Elsinore']))
    await rename('zoe', 'Zoe')
    // The guest meets this user later, in a direct conversation.
    const stranger = await newcomer(core, realm, url, { email: 'stranger@demo.test', fullName: 'Stranger' })
    await ok(stranger.client.post('/messages', { type: 'direct', to: [record.id], content: 'Hello' }))
    await see('role:everyone')
    const { record: passing } = await guest()
    await see('role:members')
    const { id: last } = await ok(
      as('cordelia').post('/messages', { type: 'direct', to: [record.id], content: 'That was it.' }),
    )
    await waiting.waitFor((event) => event.message?.id === last)
    await waiting.stop()
    const received = await late.upTo(last)
    expect(received).toEqual(waiting.events)
    // A gateway that starts later reads it from the log.
    const { url: another } = await world.gateway()
    const there = new Client(another, { email: record.email, apiKey: realm.apiKeyOf(record) })
    expect(await later.upTo(last, [there])).toEqual(received)
    const summary = received.map(({ op, person }) => [op, person?.user_id, person?.full_name])
    expect(summary).toContainEqual(['update', id('zoe'), 'Zoe Heard'])
    expect(summary.filter(([op, user]) => op === 'add' && user === stranger.record.id)).toHaveLength(1)
    expect(summary.filter(([, user]) => user === passing.id).map(([op]) => op)).toEqual(['add', 'remove'])
    expect(summary).not.toContainEqual(['update', id('zoe'), 'Zoe Unheard'])
  })

  test('gets placeholders for new users without the capability', async () => {
    const { client } = await guest()
    const reader = await EventReader.start(client, { event_types: ['realm_user'] })
    const { record } = await guest()
    const { person } = await reader.waitFor((event) => event.op === 'add')
    expect(person).toMatchObject({ user_id: record.id, full_name: UNKNOWN, delivery_email: null })
    await reader.stop()
  })

  test('reads messages of unknown senders', async () => {
    const { record, client } = await guest()
    await add('Elsinore', record.id, id('othello'))
    const reader = await EventReader.start(client, { event_types: ['message'], client_gravatar: false })
    const say = async () =>
      (
        await ok(
          as('othello').post('/messages', { type: 'channel', to: 'Elsinore', topic: 't', content: 'Ho!' }),
        )
      ).id
    const first = await say()
    expect((await reader.waitFor((event) => event.message?.id === first)).message.sender_full_name).toContain(
      'Othello',
    )
    await ok(leave('othello', ['Elsinore']))
    const second = await say() // A user may write to a channel without a subscription.
    const masked = {
      sender_full_name: UNKNOWN,
      sender_email: `user${id('othello')}@localhost`,
      avatar_url: null,
    }
    expect((await reader.waitFor((event) => event.message?.id === second)).message).toMatchObject(masked)
    await reader.stop()
    const { messages } = await ok(
      client.get('/messages', {
        anchor: 'newest',
        num_before: 5,
        num_after: 0,
        narrow: [['channel', 'Elsinore']],
      }),
    )
    const said = messages.filter(({ subject }: Body) => subject !== 'channel events')
    for (const message of said) expect(message).toMatchObject(masked)
    expect((await ok(client.get(`/messages/${first}`))).message).toMatchObject(masked)
    const { message } = await ok(as('hamlet').get(`/messages/${first}`))
    expect(message.sender_full_name).toContain('Othello')
  })

  test('cannot try addresses of senders whom they cannot see by the narrow of a queue', async () => {
    const { record, client } = await guest()
    await add('Elsinore', record.id)
    await add('Elsinore', id('othello'))
    const start = (sender: string | number) =>
      EventReader.start(client, { event_types: ['message'], narrow: [['sender', String(sender)]] })
    const byAddress = await start('othello@demo.test')
    const byId = await start(id('othello'))
    const send = async (content: string) => {
      const message = { type: 'channel', to: 'Elsinore', topic: 'narrow', content }
      const sent = await ok(as('othello').post('/messages', message))
      await byId.waitFor((event) => event.message?.id === sent.id)
      return sent.id
    }
    const seen = await send('Now you see me')
    await ok(leave('iago', ['Elsinore'], { principals: [id('othello')] }))
    await send('Now you do not')
    await ok(as('hamlet').post('/messages', { type: 'direct', to: [record.id], content: 'over' }))
    const { body } = await client.get('/events', {
      ...{ queue_id: byAddress.queueId, last_event_id: -1, dont_block: true },
    })
    const ids = (events: Body[]) =>
      events.filter(({ type }) => type === 'message').map(({ message }) => message.id)
    expect(ids(body.events)).toEqual([seen])
    await Promise.all([byAddress.stop(), byId.stop()])
  })

  test('cannot mention unknown users', async () => {
    const { record, client } = await guest()
    await add('Elsinore', record.id)
    const rendered = async (content: string) =>
      (await ok(client.post('/messages/render', { content }))).rendered
    const zoe = `@_**|${id('zoe')}**`
    expect(await rendered(zoe)).toBe(`<p>@_<strong>|${id('zoe')}</strong></p>`)
    expect(await rendered('@**Zoe**')).toBe('<p>@<strong>Zoe</strong></p>')
    expect(await rendered(`@_**|${id('hamlet')}**`)).toContain('King Hamlet</span>')
    const { id: sent } = await ok(
      client.post('/messages', { type: 'channel', to: 'Elsinore', topic: 't', content: zoe }),
    )
    const { message } = await ok(client.get(`/messages/${sent}`))
    expect(message.content).toBe(`<p>@_<strong>|${id('zoe')}</strong></p>`)
    const { id: heard } = await ok(
      as('zoe').post('/messages', { type: 'channel', to: 'Elsinore', topic: 't', content: 'Ho!' }),
    )
    const scheduled_delivery_timestamp = Math.floor(Date.now() / 1000) + 3600
    await ok(client.post('/reminders', { message_id: heard, scheduled_delivery_timestamp }))
    const { reminders } = await ok(client.get('/reminders'))
    expect(reminders[0].content).toContain(`${UNKNOWN} [said]`)
  })

  test('reads in a notice who acted', async () => {
    const { record, client } = await guest()
    await ok(join('desdemona', ['Elsinore'], { principals: [record.id] }))
    const narrow = [{ operator: 'dm', operand: [notificationBot(realm).id] }]
    const { messages } = await ok(
      client.get('/messages', { anchor: 'newest', num_before: 1, num_after: 0, narrow }),
    )
    expect(messages[0].content).toMatch(
      /^<p><span class="user-mention silent"[^>]*>Desdemona<\/span> subscribed you to /,
    )
  })

  test('does not learn who reacts when that user is unknown', async () => {
    const { record, client } = await guest()
    await add('Elsinore', record.id)
    const reader = await EventReader.start(client, { event_types: ['reaction'] })
    const { id: message } = await ok(
      as('hamlet').post('/messages', { type: 'channel', to: 'Elsinore', topic: 't', content: 'Ho!' }),
    )
    await ok(as('zoe').post(`/messages/${message}/reactions`, { emoji_name: 'tada' }))
    await ok(as('zoe').delete(`/messages/${message}/reactions`, { emoji_name: 'tada' }))
    await ok(as('hamlet').post(`/messages/${message}/reactions`, { emoji_name: 'tada' }))
    await reader.waitFor((event) => event.user_id === id('hamlet'))
    await reader.stop()
    const user_id = id('zoe')
    const unknown = { user_id, email: `user${user_id}@localhost`, full_name: UNKNOWN, is_mirror_dummy: false }
    expect(reader.events.map(({ op, user }) => [op, user])).toEqual([
      ['add', unknown],
      ['remove', unknown],
      ['add', expect.objectContaining({ full_name: 'King Hamlet' })],
    ])
  })

  test('gets no address of unknown users from typing notifications', async () => {
    const { record, client } = await guest()
    await add('Elsinore', record.id)
    const reader = await EventReader.start(client, {
      event_types: ['typing'],
      client_capabilities: { stream_typing_notifications: true },
    })
    const stream_id = realm.channels.byName('Elsinore')!.id
    const typing = { type: 'stream', op: 'start', stream_id, topic: 't' }
    await ok(as('zoe').post('/typing', typing))
    const next = (user: string) => reader.waitFor((event) => event.sender.user_id === id(user))
    expect((await next('zoe')).sender.email).toBe(`user${id('zoe')}@localhost`)
    await ok(as('hamlet').post('/typing', typing))
    expect((await next('hamlet')).sender.email).toBe('hamlet@demo.test')
    await ok(as('othello').post('/typing', { type: 'direct', op: 'start', to: [record.id, id('hamlet')] }))
    const { sender, recipients } = await next('othello')
    expect(sender.email).toBe(`user${id('othello')}@localhost`)
    expect(recipients.map(({ email }: Body) => email).sort()).toEqual(
      [record.email, 'hamlet@demo.test', `user${id('othello')}@localhost`].sort(),
    )
    await reader.stop()
    expect(reader.events).toHaveLength(3)
  })

  test('cannot write to unknown users, nor find them by address', async () => {
    const { record, client } = await guest()
    await add('Elsinore', record.id)
    const write = (...to: (number | string)[]) =>
      client.post('/messages', { type: 'direct', to, content: 'Hello' })
    const denied = bad('You do not have permission to access some of the recipients.')
    expect(await refusal(write(id('zoe')))).toEqual(denied)
    expect(await refusal(write(id('hamlet'), id('zoe')))).toEqual(denied)
    expect(await refusal(write('zoe@demo.test'))).toEqual(bad("Invalid email 'zoe@demo.test'"))
    expect(await refusal(client.post('/typing', { op: 'start', to: [id('zoe')] }))).toEqual(denied)
    expect(await refusal(client.get('/users/zoe@demo.test'))).toEqual(bad('No such user'))
    const narrow = (operand: string) =>
      client.get('/messages', {
        anchor: 'newest',
        num_before: 1,
        num_after: 0,
        narrow: [['sender', operand]],
      })
    expect((await narrow('zoe@demo.test')).body.desc).toBe('unknown user zoe@demo.test')
    await ok(narrow('hamlet@demo.test'))
    await ok(write(id('hamlet')))
    await ok(as('zoe').post('/messages', { type: 'direct', to: [record.id], content: 'Hello' }))
    await ok(write(id('hamlet'), id('zoe')))
    await ok(write('zoe@demo.test'))
  })

  test('is affected by a change of the organization’s setting, in both directions', async () => {
    const { record, client } = await guest()
    await add('Elsinore', record.id)
    await ok(as('cordelia').post('/messages', { type: 'direct', to: [record.id], content: 'Hello' }))
    await ok(as('zoe').post('/users/me/status', { status_text: 'about' }))
    const field = (await ok(as('iago').post('/realm/profile_fields', { name: 'House', field_type: 1 }))).id
    await ok(as('zoe').patch('/users/me/profile_data', { data: [{ id: field, value: 'Verona' }] }))
    await ok(as('iago').delete(`/users/${id('othello')}`))
    const types = ['realm_user', 'user_status', 'realm']
    const options = { event_types: types, client_capabilities: { user_list_incomplete: true } }
    const compared = ({ realm_users, realm_non_active_users, user_status }: Body) => ({
      active: byId(realm_users),
      inactive: byId(realm_non_active_users),
      user_status,
    })
    for (const group of ['role:everyone', 'role:members', 'role:everyone', 'role:members'] as const) {
      const former = await ok(client.post('/register', options))
      const reader = await EventReader.start(client, options)
      const to = realm.record.systemGroups[group]
      await ok(as('desdemona').patch('/realm', { can_access_all_users_group: { new: to } }))
      // The last event is the reader's own, and marks the end of the others.
      await ok(client.post('/users/me/status', { status_text: group }))
      await reader.waitFor((event) => event.status_text === group)
      await reader.stop()
      expect(reader.events[0]).toMatchObject({ data: { can_access_all_users_group: to } })
      const state = compared(reader.events.reduce(applied, former))
      const fresh = compared(await ok(client.post('/register', options)))
      expect(state).toEqual(fresh)
      expect([...fresh.active, ...fresh.inactive].some((user) => user.user_id === id('othello'))).toBe(
        group === 'role:everyone',
      )
      expect(Object.keys(fresh.user_status).includes(String(id('zoe')))).toBe(group === 'role:everyone')
    }
    await ok(as('iago').post(`/users/${id('othello')}/reactivate`))
  })

  test('can be a member who becomes a guest', async () => {
    const { record, client } = await newcomer(core, realm, url, {
      email: 'demoted@demo.test',
      fullName: 'Demoted One',
    })
    await ok(client.post('/messages', { type: 'direct', to: [id('zoe')], content: 'Hello' }))
    const options = { event_types: ['realm_user'], client_capabilities: { user_list_incomplete: true } }
    const reader = await EventReader.start(client, options)
    await ok(as('iago').patch(`/users/${record.id}`, { role: 600 }))
    for (const channel of realm.membership.channelsOf(record.id)) {
      await ok(leave('iago', [realm.channels.get(channel)!.name], { principals: [record.id] }))
    }
    // Unknown users disappear at once, users of shared channels later.
    const gone = (user: number) => (event: Body) => event.op === 'remove' && event.person.user_id === user
    await reader.waitFor(gone(id('hamlet')))
    const name = realm.users.get(id('hamlet'))!.fullName
    const rename = (full_name: string) => ok(as('iago').patch(`/users/${id('hamlet')}`, { full_name }))
    await rename('Hamlet Unheard')
    await ok(as('iago').patch(`/users/${record.id}`, { role: 400 }))
    await reader.waitFor((event) => event.op === 'add' && event.person.user_id === id('hamlet'))
    expect(reader.events.some(gone(id('zoe')))).toBe(false)
    await rename(name)
    await reader.waitFor((event) => event.op === 'update' && event.person.full_name === name)
    expect(
      reader.events.filter(({ op, person }) => op === 'update' && person.full_name === 'Hamlet Unheard'),
    ).toEqual([])
    await reader.stop()
    await ok(as('iago').patch(`/users/${record.id}`, { role: 600 }))
    const { realm_users } = await state(client, ['realm_user'])
    expect([named(realm_users, id('zoe')), named(realm_users, id('hamlet'))]).toEqual(['Zoe', UNKNOWN])
  })
})
