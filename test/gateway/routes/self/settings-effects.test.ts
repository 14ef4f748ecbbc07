import { afterEach, describe, expect, test } from 'vitest'
import type { Body } from '../../../harness/client.ts'
import { EventReader } from '../../../harness/event-reader.ts'
import { eventsDuring } from '../events-during.ts'
import { as, bad, ok, refusal, setUpStage, url, world } from '../stage.ts'

setUpStage()

const set = (name: string, settings: Body) => ok(as(name).patch('/settings', settings))
const send = async (name: string, content: string): Promise<number> =>
  (await ok(as(name).post('/messages', { type: 'channel', to: 'Verona', topic: 'moods', content }))).id
const html = async (id: number): Promise<string> =>
  (await ok(as('iago').get(`/messages/${id}`))).message.content

describe('translate_emoticons', () => {
  afterEach(() => set('hamlet', { translate_emoticons: false }))
  const SMILE = 'aria-label="smile"'

  test('follows the setting of the sender: sending, editing and rendering', async () => {
    const before = await send('hamlet', 'Well :)')
    expect(await html(before)).toBe('<p>Well :)</p>')
    await set('hamlet', { translate_emoticons: true })
    expect(await html(await send('hamlet', 'Well :)'))).toContain(SMILE)
    expect(await html(await send('cordelia', 'Well :)'))).toBe('<p>Well :)</p>')
    await ok(as('hamlet').patch(`/messages/${before}`, { content: 'Very well :)' }))
    expect(await html(before)).toContain(SMILE)
    const rendered = async (name: string) =>
      (await ok(as(name).post('/messages/render', { content: ':)' }))).rendered
    expect(await rendered('hamlet')).toContain(SMILE)
    expect(await rendered('cordelia')).toBe('<p>:)</p>')
  })

  test('does not change texts that are no messages', async () => {
    await set('iago', { translate_emoticons: true })
    await ok(
      as('iago').post('/users/me/subscriptions', {
        subscriptions: [{ name: 'Jests', description: 'Fun :)' }],
      }),
    )
    const { streams } = await ok(as('iago').get('/streams'))
    expect(streams.find((stream: Body) => stream.name === 'Jests').rendered_description).toBe('<p>Fun :)</p>')
    await set('iago', { translate_emoticons: false })
  })
})

describe('enable_drafts_synchronization', () => {
  const draft = { type: '', to: [], topic: '', content: 'To be' }
  const REFUSED = bad('User has disabled synchronizing drafts.')

  test('off deletes the drafts without events, and refuses drafts while it is off', async () => {
    const { ids } = await ok(as('hamlet').post('/drafts', { drafts: [draft, draft] }))
    const kept = await ok(as('cordelia').post('/drafts', { drafts: [draft] }))
    const events = await eventsDuring(['drafts'], ['hamlet'], async () => {
      await set('hamlet', { enable_drafts_synchronization: false })
      const { drafts } = await ok(as('hamlet').post('/register', { event_types: ['drafts'] }))
      expect(drafts).toEqual([])
      for (const answer of [
        as('hamlet').get('/drafts'),
        as('hamlet').post('/drafts', { drafts: [draft] }),
        as('hamlet').post('/drafts', { drafts: [] }),
        as('hamlet').patch(`/drafts/${ids[0]}`, { draft }),
        as('hamlet').delete(`/drafts/${ids[0]}`),
      ]) {
        expect(await refusal(answer)).toEqual(REFUSED)
      }
      await set('hamlet', { enable_drafts_synchronization: true })
    })
    expect(events.hamlet).toEqual([])
    expect((await ok(as('hamlet').get('/drafts'))).drafts).toEqual([])
    await ok(as('hamlet').post('/drafts', { drafts: [draft] }))
    expect((await ok(as('cordelia').get('/drafts'))).drafts.map((draft: Body) => draft.id)).toEqual(kept.ids)
  })

  test('keeps no drafts of concurrent requests', async () => {
    for (let n = 0; n < 5; n++) {
      await Promise.all([
        ...[1, 2, 3].map(() => as('othello').post('/drafts', { drafts: [draft] })),
        set('othello', { enable_drafts_synchronization: false }),
        as('othello').post('/drafts', { drafts: [draft] }),
      ])
      const rows = await world.sql('SELECT 1 FROM draft WHERE user_id = $1', [world.userId('othello')])
      expect(rows).toEqual([])
      await set('othello', { enable_drafts_synchronization: true })
    }
  })
})

describe('typing notifications', () => {
  test('are not sent by users who turned them off', async () => {
    const direct = () =>
      as('hamlet').post('/typing', { op: 'start', type: 'direct', to: [world.userId('cordelia')] })
    const channel = () =>
      as('hamlet').post('/typing', {
        op: 'start',
        type: 'channel',
        stream_id: world.channelId('Verona'),
        topic: 'x',
      })
    const edit = (id: number) => as('hamlet').post(`/messages/${id}/typing`, { op: 'start' })
    const there = await send('hamlet', 'Hm')
    const { id: here } = await ok(
      as('hamlet').post('/messages', { type: 'direct', to: [world.userId('cordelia')], content: 'Hm' }),
    )
    const disabled = (where: string) => bad(`User has disabled typing notifications for ${where} messages`)

    await set('hamlet', { send_private_typing_notifications: false })
    for (const answer of [direct(), edit(here)]) expect(await refusal(answer)).toEqual(disabled('direct'))
    for (const answer of [channel(), edit(there)]) await ok(answer)
    await set('hamlet', { send_private_typing_notifications: true, send_stream_typing_notifications: false })
    for (const answer of [channel(), edit(there)]) expect(await refusal(answer)).toEqual(disabled('channel'))
    for (const answer of [direct(), edit(here)]) await ok(answer)
    await set('hamlet', { send_stream_typing_notifications: true })
    for (const answer of [direct(), channel(), edit(here), edit(there)]) await ok(answer)
  })
})

describe('presence_enabled', () => {
  const report = (name: string, last_update_id = -1) =>
    ok(as(name).post('/users/me/presence', { status: 'active', last_update_id }))
  const seen = async (name: string) =>
    (await ok(as('iago').get(`/users/${world.userId(name)}/presence`))).presence.aggregated
  const isOnline = (presence: Body) => presence.active_timestamp > Date.now() / 1000 - 140

  test('off shows the user as offline and hides later reports', async () => {
    const id = String(world.userId('cordelia'))
    await report('cordelia')
    const before = await report('iago')
    expect(isOnline(before.presences[id])).toBe(true)
    const reader = await EventReader.start(as('hamlet'), {
      event_types: ['presence'],
      client_capabilities: { simplified_presence_events: true },
    })
    await set('cordelia', { presence_enabled: false })
    const { presences } = await reader.waitFor((event) => event.type === 'presence' && id in event.presences)
    expect(isOnline(presences[id])).toBe(false)
    await report('cordelia')
    const after = await report('iago', before.presence_last_update_id)
    expect(isOnline(after.presences[id])).toBe(false)
    expect((await seen('cordelia')).status).toBe('offline')

    await set('cordelia', { presence_enabled: true })
    const back = await reader.waitFor((event) => isOnline(event.presences?.[id] ?? { active_timestamp: 0 }))
    expect(back.type).toBe('presence')
    expect((await seen('cordelia')).status).toBe('active')
    await reader.stop()
  })

  test('off reveals nothing about users who were never online', async () => {
    await set('zoe', { presence_enabled: false })
    expect(await refusal(as('iago').get(`/users/${world.userId('zoe')}/presence`))).toEqual(
      bad(`No presence data for ${world.userId('zoe')}`),
    )
    await set('zoe', { presence_enabled: true })
  })
})

describe('other users get', () => {
  test('the time zone, in an event to everyone', async () => {
    const events = await eventsDuring(
      ['realm_user', 'user_settings'],
      ['hamlet', 'polonius'],
      () => set('hamlet', { timezone: 'Asia/Kolkata' }),
      { user_settings_object: true },
    )
    const person = { user_id: world.userId('hamlet'), email: 'hamlet@demo.test', timezone: 'Asia/Kolkata' }
    const event = { type: 'realm_user', op: 'update', person }
    const own = { type: 'user_settings', op: 'update', property: 'timezone', value: 'Asia/Kolkata' }
    expect(events).toEqual({ hamlet: [own, event], polonius: [event] })
    const { user_settings } = await ok(as('hamlet').post('/register', { event_types: ['user_settings'] }))
    expect(user_settings.timezone).toBe('Asia/Kolkata')
    expect((await ok(as('iago').get(`/users/${world.userId('hamlet')}`))).user.timezone).toBe('Asia/Kolkata')
  })

  test.each(['', 'Mars/Olympus', '+05:30', 'Europe/Copenhagen ', '../etc', 'x'.repeat(900)])(
    'no invalid time zone: %j',
    async (timezone) => {
      expect(await refusal(as('hamlet').patch('/settings', { timezone }))).toEqual(bad('Invalid timezone'))
    },
  )
  test.each(['UTC', 'Europe/Copenhagen', 'America/Argentina/Buenos_Aires', 'US/Pacific', 'Etc/GMT+3'])(
    'may be %s',
    async (timezone) => {
      await set('hamlet', { timezone })
    },
  )

  test('a time zone whose name is written in any case, as the reference says', async () => {
    await set('hamlet', { timezone: 'europe/COPENHAGEN' })
    expect((await ok(as('hamlet').get('/users/me'))).timezone).toBe('Europe/Copenhagen')
    const { paths }: Body = await (await fetch(`${url}/api/v1/openapi.json`)).json()
    const body = paths['/settings'].patch.requestBody.content['application/x-www-form-urlencoded'].schema
    expect(body.properties.timezone.description).toContain('in any case')
  })

  test('the consent to exports, in an event to administrators', async () => {
    const events = await eventsDuring(['realm_export_consent'], ['iago', 'hamlet'], async () => {
      await set('hamlet', { allow_private_data_export: true })
      await set('hamlet', { allow_private_data_export: false })
    })
    const user_id = world.userId('hamlet')
    const expected = [true, false].map((consented) => ({ type: 'realm_export_consent', user_id, consented }))
    expect(events).toEqual({ iago: expected, hamlet: [] })
  })

  test('no real address without access to it', async () => {
    const id = world.userId('othello')
    const shown = async (name: string) => {
      const { user } = await ok(as(name).get(`/users/${id}`))
      return [user.delivery_email, user.email]
    }
    expect(await shown('hamlet')).toEqual(['othello@demo.test', 'othello@demo.test'])
    await set('othello', { email_address_visibility: 3 })
    const [, dummy] = await shown('hamlet')
    expect(dummy).toMatch(new RegExp(`^user${id}@`))
    expect(await shown('hamlet')).toEqual([null, dummy])
    expect(await shown('iago')).toEqual(['othello@demo.test', dummy])
    expect((await ok(as('othello').get('/users/me'))).delivery_email).toBe('othello@demo.test')
    await set('othello', { email_address_visibility: 1 })
    expect(await shown('hamlet')).toEqual(['othello@demo.test', 'othello@demo.test'])
  })
})

test('every client gets an event about a change, wherever it is connected', async () => {
  const { url: second } = await world.gateway()
  const readers = await Promise.all(
    [url, second].map((at) =>
      EventReader.start(world.client(at, 'hamlet'), {
        event_types: ['user_settings'],
        client_capabilities: { user_settings_object: true },
      }),
    ),
  )
  await set('hamlet', { web_font_size_px: 18 })
  for (const reader of readers) await reader.waitFor((event) => event.property === 'web_font_size_px')
  await Promise.all(readers.map((reader) => reader.stop()))
})

describe('notification settings of a channel', () => {
  const INHERITED = ['desktop', 'audible', 'push', 'email'].map((kind) => `${kind}_notifications`)
  const state = async (parameters: object, name = 'hamlet') => {
    const { subscriptions, unsubscribed } = await ok(
      as(name).post('/register', { event_types: ['subscription'], ...parameters }),
    )
    return [...subscriptions, ...unsubscribed] as Body[]
  }
  const NULLS = { client_capabilities: { notification_settings_null: true } }
  const valuesIn = (subscription: Body) =>
    [...INHERITED, 'wildcard_mentions_notify'].map((name) => subscription[name])

  test('are null where they inherit, or the inherited value for older clients', async () => {
    await set('hamlet', { enable_stream_push_notifications: true, wildcard_mentions_notify: false })
    const nulls = await state(NULLS)
    expect(nulls.length).toBeGreaterThan(0)
    for (const settings of nulls) expect(valuesIn(settings)).toEqual([null, null, null, null, null])
    for (const settings of await state({}))
      expect(valuesIn(settings)).toEqual([false, false, true, false, false])
  })

  test('are the same in events, with the inherited value of each new subscriber', async () => {
    const start = (name: string, parameters: object = {}) =>
      EventReader.start(world.client(url, name), { event_types: ['subscription'], ...parameters })
    const readers = await Promise.all([start('hamlet'), start('hamlet', NULLS), start('cordelia')])
    const principals = ['hamlet', 'cordelia'].map((name) => world.userId(name))
    await ok(
      as('iago').post('/users/me/subscriptions', { subscriptions: [{ name: 'Inheritance' }], principals }),
    )
    const events = await Promise.all(readers.map((reader) => reader.waitFor((event) => event.op === 'add')))
    expect(events.map((event) => valuesIn(event.subscriptions[0]))).toEqual([
      [false, false, true, false, false],
      [null, null, null, null, null],
      [false, false, false, false, true],
    ])
    await Promise.all(readers.map((reader) => reader.stop()))
    await set('hamlet', { enable_stream_push_notifications: false, wildcard_mentions_notify: true })
  })
})
