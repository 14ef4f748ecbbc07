import { expect, test } from 'vitest'
import { createUser } from '../../../../core/people/accounts/create.ts'
import { EventReader } from '../../../harness/event-reader.ts'
import { as, bad, channelOf, core, ok, realm, refusal, setUpStage, world } from '../stage.ts'

setUpStage()

const set = (settings: Record<string, unknown>) => ok(as('desdemona').patch('/realm', settings))
const report = (name: string) =>
  ok(as(name).post('/users/me/presence', { status: 'active', slim_presence: true }))

test('with presence_disabled no presence is recorded or sent', async () => {
  await report('hamlet')
  expect((await report('zoe')).presences).toHaveProperty(`${world.userId('hamlet')}`)
  await set({ presence_disabled: true })
  await report('cordelia')
  expect((await report('zoe')).presences).toEqual({})
  const state = await ok(
    as('zoe').post('/register', { fetch_event_types: ['presence'], slim_presence: true }),
  )
  expect(state.presences).toEqual({})
  expect((await ok(as('zoe').get('/realm/presence'))).presences).toEqual({})
  const hamlet = `${world.userId('hamlet')}`
  expect(await refusal(as('zoe').get(`/users/${hamlet}/presence`))).toEqual(
    bad(`No presence data for ${hamlet}`),
  )
  await set({ presence_disabled: false })
  const { presences } = await report('zoe')
  expect(presences).toHaveProperty(hamlet)
  expect(presences).not.toHaveProperty(`${world.userId('cordelia')}`)
})

test('new users start with the language of the organization', async () => {
  await set({ default_language: 'de' })
  await ok(as('desdemona').patch('/realm/user_settings_defaults', { color_scheme: 2 }))
  const joined = await createUser(core, realm, { email: 'new@demo.test', fullName: 'New' })
  expect(joined.settings.default_language).toBe('de')
  expect(joined.settings.color_scheme).toBe(2)
  const bot = await createUser(core, realm, { email: 'b@demo.test', fullName: 'Bottom', botType: 1 })
  expect(bot.settings.default_language).toBe('en')
})

test('an archived channel stops being an announcement channel', async () => {
  await ok(
    as('desdemona').post('/users/me/subscriptions', {
      subscriptions: [{ name: 'news' }, { name: 'reports' }],
    }),
  )
  const [news, reports] = await Promise.all(
    ['news', 'reports'].map(async (name) => (await channelOf(name, 'desdemona')).stream_id),
  )
  await set({ new_stream_announcements_stream_id: news, moderation_request_channel_id: reports })
  const reader = await EventReader.start(as('zoe'), { event_types: ['realm'] })
  await ok(as('desdemona').delete(`/streams/${news}`))
  const event = await reader.waitFor((event) => event.type === 'realm')
  await reader.stop()
  expect(event).toMatchObject({ op: 'update', property: 'new_stream_announcements_stream_id', value: -1 })
  const state = await ok(as('zoe').post('/register', { fetch_event_types: ['realm'] }))
  expect(state.realm_new_stream_announcements_stream_id).toBe(-1)
  expect(state.realm_moderation_request_channel_id).toBe(reports)
})
