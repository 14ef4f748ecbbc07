import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { MAX_SESSIONS_PER_USER } from '../../../../config/limits.ts'
import { DEMONSTRATION_PASSWORD } from '../../../../core/demonstration/people.ts'
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
      device: 'the desktop app on Windows',
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
