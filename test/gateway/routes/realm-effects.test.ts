import { expect, test } from 'vitest'
import { createUser } from '../../../core/users/create.ts'
import { as, bad, core, ok, realm, refusal, world } from './stage.ts'

const set = (settings: Record<string, unknown>) => ok(as('desdemona').patch('/realm', settings))
const report = (name: string) =>
  ok(as(name).post('/users/me/presence', { status: 'active', slim_presence: true }))

test('with presence_disabled nobody is noted, nor told of', async () => {
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

test('whoever joins begins with the language of the organization', async () => {
  await set({ default_language: 'de' })
  await ok(as('desdemona').patch('/realm/user_settings_defaults', { color_scheme: 2 }))
  const joined = await createUser(core, realm, { email: 'new@demo.test', fullName: 'New' })
  expect(joined.settings.default_language).toBe('de')
  expect(joined.settings.color_scheme).toBe(2)
  const bot = await createUser(core, realm, { email: 'b@demo.test', fullName: 'Bottom', botType: 1 })
  expect(bot.settings.default_language).toBe('en')
})
