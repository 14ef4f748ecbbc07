import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { RuntimeConfig } from '../../../../config/environment.ts'
import { MAX_SESSIONS_PER_USER } from '../../../../config/limits.ts'
import { DEMONSTRATION_PASSWORD } from '../../../../core/demonstration/people.ts'
import type { RealmId } from '../../../../core/platform/ids.ts'
import type { RealmSettings } from '../../../../core/state/settings/settings.ts'
import type { UserRecord } from '../../../../core/state/users/record.ts'
import {
  type SessionRealm,
  Sessions,
  sessionKey,
  sessionName,
} from '../../../../gateway/http/authentication/sessions.ts'
import { Browsing } from '../../../harness/browsing.ts'
import { World } from '../../../harness/world.ts'

let world: World
let url: string
beforeAll(async () => {
  world = await World.create({ RATE_LIMIT_AUTHENTICATION_PER_30_MINUTES: '3' })
  ;({ url } = await world.gateway())
})
afterAll(() => world.close())

const loggedIn = async (name: string, userAgent = 'Mozilla/5.0 (X11; Linux) Firefox/140.0') => {
  const browsing = new Browsing(url, { 'user-agent': userAgent })
  await browsing.logIn(name, DEMONSTRATION_PASSWORD)
  return browsing
}
const isIn = async (browsing: Browsing) => (await browsing.json.get('/users/me')).status === 200
const sessionsOf = async ({ json }: Browsing) => (await json.ok(json.get('/users/me/sessions'))).sessions
const growStale = async () => {
  for (const key of await world.redis.keys('session-confirmed:*')) await world.redis.del(key)
}

describe('sessions', () => {
  test('are listed with their devices, the own one marked', async () => {
    const first = await loggedIn('hamlet')
    const second = await loggedIn('hamlet', 'ZulipElectron/5 (Windows NT 10.0)')
    const list = await sessionsOf(second)
    expect(list).toHaveLength(2)
    expect(list.find((one: { is_current: boolean }) => one.is_current)).toMatchObject({
      ...{ device: 'the desktop app on Windows', program: 'desktop_app', system: 'Windows' },
      address: '127.0.0.1',
      started_at: expect.any(Number),
    })
    expect(await sessionsOf(first)).toHaveLength(2)
    expect(JSON.stringify(list)).not.toContain(first.cookies.get('sessionid'))
  })

  test('end one by one, but not those of others', async () => {
    const [mine, victim] = [await loggedIn('iago'), await loggedIn('othello')]
    const [{ id }] = await sessionsOf(victim)
    const refused = await mine.json.delete(`/users/me/sessions/${id}`)
    expect(refused.body).toMatchObject({ code: 'BAD_REQUEST', msg: 'No such session' })
    expect(await isIn(victim)).toBe(true)
    await victim.json.ok(victim.json.delete(`/users/me/sessions/${id}`))
    expect(await isIn(victim)).toBe(false)
  })

  test('end all for a person by an administrator, who does not end those of an owner', async () => {
    const [hamlet, owner] = [await loggedIn('hamlet'), await loggedIn('desdemona')]
    const administrator = world.client(url, 'iago')
    await administrator.ok(administrator.delete(`/users/${world.userId('hamlet')}/sessions`))
    expect(await isIn(hamlet)).toBe(false)
    const refused = await administrator.delete(`/users/${world.userId('desdemona')}/sessions`)
    expect(refused.body.msg).toBe('Must be an organization owner')
    expect(await isIn(owner)).toBe(true)
    const key = world.client(url, 'hamlet')
    expect((await key.get('/users/me')).status).toBe(200)
  })

  test('of one person are bounded: the oldest ends', async () => {
    const first = await loggedIn('cordelia')
    const key = `sessions:{realm:${world.organization.realmId}}:${world.userId('cordelia')}`
    const [name] = await world.redis.hkeys(key)
    const old = { userAgent: '', address: '192.0.2.1', startedAt: 1, usedAt: 1 }
    await world.redis.hset(key, name!, JSON.stringify(old))
    for (let i = 1; i < MAX_SESSIONS_PER_USER; i++) {
      await world.redis.hset(key, `n${i}`, JSON.stringify({ ...old, usedAt: 100 }))
    }
    const last = await loggedIn('cordelia')
    expect(await isIn(first)).toBe(false)
    expect(await sessionsOf(last)).toHaveLength(1)
  })
})

describe('the length of sessions', () => {
  const HOUR = 3600
  /** Sessions of a server with a clock of its own, and what Redis has of one of them. */
  async function withClock(settings: Partial<RealmSettings>, sessionHours?: number) {
    let now = 1_800_000_000
    const config = { sessionDays: 14, rootUrl: 'http://demo.test', secretKey: 'a secret' } as RuntimeConfig
    const sessions = new Sessions(world.redis, config, () => now * 1000)
    const id = 900_000_000 + Math.floor(Math.random() * 90_000_000)
    const realm = {
      id: id as RealmId,
      settings: { session_length_hours: 0, session_idle_minutes: 0, sessions_ended_at: 0, ...settings },
    } as SessionRealm
    const user = { id: 5, keyVersion: 1, sessionVersion: 1 } as UserRecord
    const from = { cookie: '', remoteAddress: '192.0.2.1', userAgent: 'Firefox' }
    const cookies = await sessions.start(realm, user, from, { sessionHours })
    const session = /sessionid=([\w-]{43})/.exec(cookies.map(([, value]) => value).join())![1]!
    const key = sessionKey(realm, sessionName(session))
    return {
      ...{ sessions, realm, user, key, session },
      pass: (seconds: number) => {
        now += seconds
      },
      isOpen: async (isUse = true, by = realm) =>
        (await sessions.holder(by, session, from, isUse)) !== undefined,
      value: () => world.redis.get(key),
    }
  }

  test('is the time without use that the operator has set, and use is written every five minutes', async () => {
    const { isOpen, pass, value, key } = await withClock({})
    const first = await value()
    pass(299)
    expect(await isOpen()).toBe(true)
    expect(await value()).toBe(first)
    pass(1)
    expect(await isOpen()).toBe(true)
    expect(await value()).not.toBe(first)
    expect(await world.redis.ttl(key)).toBeGreaterThan(14 * 24 * HOUR - 60)
    pass(14 * 24 * HOUR - 1)
    expect(await isOpen()).toBe(true)
    pass(14 * 24 * HOUR)
    expect(await isOpen()).toBe(false)
    expect(await value()).toBeNull()
  })

  test('ends without use, of which polls are none, also when the organization shortens it later', async () => {
    const { isOpen, pass, realm, key } = await withClock({ session_idle_minutes: 30 })
    expect(await world.redis.ttl(key)).toBeLessThanOrEqual(30 * 60)
    pass(29 * 60)
    expect(await isOpen()).toBe(true)
    pass(29 * 60)
    expect(await isOpen(false)).toBe(true)
    pass(2 * 60)
    expect(await isOpen(false)).toBe(false)

    const later = await withClock({})
    later.pass(20 * 60)
    const shorter = {
      ...realm,
      id: later.realm.id,
      settings: { ...realm.settings, session_idle_minutes: 10 },
    }
    expect(await later.isOpen()).toBe(true)
    later.pass(11 * 60)
    expect(await later.isOpen(true, shorter)).toBe(false)
  })

  test('ends after the hours of the organization, however much it is used', async () => {
    const { isOpen, pass, key, sessions, realm, user } = await withClock({ session_length_hours: 8 })
    for (let hour = 0; hour < 7; hour++) {
      pass(HOUR)
      expect(await isOpen()).toBe(true)
    }
    expect(await world.redis.ttl(key)).toBeLessThanOrEqual(HOUR)
    expect(await sessions.of(realm, user)).toHaveLength(1)
    pass(HOUR)
    expect(await sessions.of(realm, user)).toEqual([])
    expect(await isOpen()).toBe(false)
  })

  test.each([
    ['of the provider', 8, 3],
    ['of the organization, which are fewer', 3, 8],
    ['of the provider alone', 0, 3],
  ])('ends after the hours %s', async (_, ofOrganization, ofProvider) => {
    const { isOpen, pass } = await withClock({ session_length_hours: ofOrganization }, ofProvider)
    for (let hour = 1; hour < 3; hour++) {
      pass(HOUR)
      expect(await isOpen()).toBe(true)
    }
    pass(HOUR - 1)
    expect(await isOpen()).toBe(true)
    pass(1)
    expect(await isOpen()).toBe(false)
  })

  test('of a former version, which noted no times, begins with its next use', async () => {
    const { isOpen, pass, key } = await withClock({ session_length_hours: 8 })
    await world.redis.set(key, JSON.stringify({ user: 5, keyVersion: 1, sessionVersion: 1 }))
    expect(await isOpen()).toBe(true)
    pass(8 * HOUR)
    expect(await isOpen()).toBe(false)
  })

  test('is not restored by a use while the session ends', async () => {
    const { isOpen, pass, key, sessions, realm, user, session } = await withClock({})
    pass(301)
    await Promise.all([isOpen(), sessions.endNamed(realm, user.id, sessionName(session))])
    expect(await world.redis.exists(key)).toBe(0)
  })
})

test('an administrator ends the sessions of everybody, whose API keys stay', async () => {
  const [hamlet, owner, administrator] = [
    await loggedIn('hamlet'),
    await loggedIn('desdemona'),
    await loggedIn('iago'),
  ]
  const { json } = hamlet
  const queue = await json.ok(json.post('/register', { event_types: ['message'] }))
  const { queue_id, last_event_id } = queue
  const poll = json.get('/events', { queue_id, last_event_id })
  const member = world.client(url, 'hamlet')
  expect((await member.delete('/realm/sessions')).body.code).toBe('UNAUTHORIZED_PRINCIPAL')
  expect((await json.delete('/realm/sessions')).status).toBe(400)
  expect(await isIn(owner)).toBe(true)
  await administrator.json.ok(administrator.json.delete('/realm/sessions'))
  for (const one of [hamlet, owner, administrator]) expect(await isIn(one)).toBe(false)
  expect((await poll).status).toBe(200)
  expect((await json.get('/events', { queue_id, last_event_id })).status).toBe(401)
  expect((await member.get('/users/me')).status).toBe(200)
  expect(await isIn(await loggedIn('hamlet'))).toBe(true)
  const { entries } = await world.client(url, 'iago').ok(world.client(url, 'iago').get('/audit_log'))
  expect(entries).toContainEqual(
    expect.objectContaining({ acting_user_id: world.userId('iago'), property: 'sessions_ended_at' }),
  )
})

describe('a change of how somebody logs in', () => {
  const email = { email: 'other@demo.test' }

  test('needs a recent log-in in a session', async () => {
    const { json } = await loggedIn('prospero')
    await growStale()
    for (const answer of [
      await json.patch('/settings', email),
      await json.post('/users/me/api_key/regenerate'),
      await json.post('/users/me/api_key'),
      await json.post('/users/me/authenticator/begin'),
      await json.post('/users/me/passkeys/begin'),
      await json.post('/users/me/recovery_codes'),
    ]) {
      expect([answer.status, answer.body.code]).toEqual([403, 'REAUTHENTICATION_REQUIRED'])
    }
    expect(await world.sql("SELECT 1 FROM confirmation WHERE email = 'other@demo.test'")).toEqual([])
    await json.ok(json.post('/users/me/confirm_identity', { password: DEMONSTRATION_PASSWORD }))
    await json.ok(json.patch('/settings', email))
    const { api_key } = await json.ok(json.post('/users/me/api_key'))
    expect(api_key).toMatch(/^\w{32}$/)
  })

  test('does not get the key to an app by an old session', async () => {
    const browsing = await loggedIn('prospero')
    await growStale()
    const path = `/login?mobile_flow_otp=${'a5'.repeat(32)}`
    expect((await browsing.get(path)).text).toContain('Password')
    const { text } = await browsing.get(path)
    const sent = await browsing.submitForm(text, { as: String(world.userId('prospero')) }, path)
    expect(sent.headers.get('location')).toBeNull()
  })

  test('limits wrong passwords, also for the right one afterwards', async () => {
    const { json } = await loggedIn('aaron')
    for (let i = 0; i < 3; i++) {
      const wrong = await json.post('/users/me/confirm_identity', { password: `wrong ${i}` })
      expect(wrong.body.msg).toBe('Wrong password!')
    }
    const right = await json.post('/users/me/confirm_identity', { password: DEMONSTRATION_PASSWORD })
    expect(right.status).toBe(429)
  })

  test('refuses proofs that are none', async () => {
    const { json } = await loggedIn('shiva')
    await growStale()
    expect((await json.post('/users/me/confirm_identity')).body.msg).toBe('Give your password or a code.')
    for (const proof of [{ code: '000000' }, { passkey: '{}' }, { passkey: '[' }, { password: '' }]) {
      const answer = await json.post('/users/me/confirm_identity', proof)
      expect(answer.body.result, JSON.stringify(proof)).toBe('error')
      for (const key of await world.redis.keys('rate*')) await world.redis.del(key)
    }
    expect((await json.post('/users/me/authenticator/begin')).status).toBe(403)
  })
})
