import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DEMONSTRATION_PASSWORD } from '../../../../core/demonstration/people.ts'
import { setEmail } from '../../../../core/people/credentials/change-email.ts'
import type { Core } from '../../../../core/state/core.ts'
import type { RealmState } from '../../../../core/state/realm/state.ts'
import { Client } from '../../../harness/client.ts'
import { World } from '../../../harness/world.ts'
import { anotherOrganization, deactivate, demonstration, newcomer } from '../changes.ts'

let world: World
let core: Core
let url: string
let realm: RealmState
let stranger: Client
let foreignClient: Client

beforeAll(async () => {
  world = await World.create()
  const opened = await world.gateway()
  url = opened.url
  core = opened.gateway.core
  realm = await demonstration(world, core)
  stranger = new Client(url)
  foreignClient = new Client((await anotherOrganization(core, url)).url)
  await deactivate(core, realm, world.userId('aaron'))
})
afterAll(() => world.close())

const INCORRECT = {
  result: 'error',
  code: 'AUTHENTICATION_FAILED',
  msg: 'Your username or password is incorrect',
}
const DEACTIVATED = { result: 'error', code: 'USER_DEACTIVATED', msg: 'Account is deactivated' }

describe('POST /fetch_api_key', () => {
  const logIn = (username: unknown, password: unknown, client = stranger) =>
    client.post('/fetch_api_key', { username, password })

  test('ignores white space around the address, as the page for logging in does', async () => {
    const body = await stranger.ok(logIn(' hamlet@demo.test \n', DEMONSTRATION_PASSWORD))
    expect(body.email).toBe('hamlet@demo.test')
  })

  test('returns the key for a password, whatever the case of the address', async () => {
    const body = await stranger.ok(logIn('Hamlet@Demo.test', DEMONSTRATION_PASSWORD))
    expect(body).toMatchObject({ email: 'hamlet@demo.test', user_id: world.userId('hamlet') })
    const hamlet = new Client(url, { email: body.email, apiKey: body.api_key })
    expect((await hamlet.ok(hamlet.get('/users/me'))).user_id).toBe(world.userId('hamlet'))
  })

  test.each([
    ['a wrong password', 'hamlet@demo.test', 'wrong'],
    ['an empty password', 'hamlet@demo.test', ''],
    ['an unknown address', 'yorick@demo.test', DEMONSTRATION_PASSWORD],
    ['no address', '', DEMONSTRATION_PASSWORD],
    ['a bot', 'greeter-bot@demo.test', DEMONSTRATION_PASSWORD],
    ['a deactivated account, without its password', 'aaron@demo.test', 'wrong'],
    ['somebody of another organization', 'owner@other.test', DEMONSTRATION_PASSWORD],
  ])('rejects %s with the same error', async (_, username, password) => {
    const { status, body } = await logIn(username, password)
    expect({ status, body }).toEqual({ status: 401, body: INCORRECT })
  })

  test('a person without a password cannot log in', async () => {
    await newcomer(core, realm, url, { email: 'keyless@demo.test' })
    for (const password of ['', 'null', 'undefined']) {
      expect((await logIn('keyless@demo.test', password)).body).toEqual(INCORRECT)
    }
  })

  test('rejects a user of another organization', async () => {
    expect((await logIn('hamlet@demo.test', DEMONSTRATION_PASSWORD, foreignClient)).body).toEqual(INCORRECT)
  })

  test('tells a caller with the right password that the account is deactivated', async () => {
    const { status, body } = await logIn('aaron@demo.test', DEMONSTRATION_PASSWORD)
    expect({ status, body }).toEqual({ status: 401, body: DEACTIVATED })
  })

  test('takes as long for an unknown address as for a wrong password', async () => {
    const time = async (username: string) => {
      const times: number[] = []
      for (let i = 0; i < 9; i++) {
        const start = performance.now()
        await logIn(username, 'wrong')
        times.push(performance.now() - start)
      }
      return times.sort((a, b) => a - b)[4]!
    }
    await logIn('warm-up@demo.test', 'wrong')
    const [known, unknown] = [await time('hamlet@demo.test'), await time('yorick@demo.test')]
    expect(unknown / known).toBeGreaterThan(0.3)
    expect(unknown / known).toBeLessThan(3.3)
  })

  test('requires its parameters, without NUL', async () => {
    expect((await stranger.post('/fetch_api_key', { password: 'x' })).body).toMatchObject({
      code: 'REQUEST_VARIABLE_MISSING',
      var_name: 'username',
    })
    expect((await stranger.post('/fetch_api_key', { username: 'x' })).body).toMatchObject({
      code: 'REQUEST_VARIABLE_MISSING',
      var_name: 'password',
    })
    expect((await logIn('hamlet@demo.test\0', 'x')).body).toMatchObject({
      code: 'BAD_REQUEST',
      msg: 'username must not contain null bytes',
    })
  })

  test('limits attempts of an account, also with the right password, and of no other account', async () => {
    const strict = new Client((await world.gateway({ RATE_LIMIT_AUTHENTICATION_PER_30_MINUTES: '3' })).url)
    for (let i = 0; i < 3; i++) expect((await logIn('zoe@demo.test', 'wrong', strict)).status).toBe(401)
    for (const password of ['wrong', DEMONSTRATION_PASSWORD]) {
      const { status, body } = await logIn('ZOE@demo.test', password, strict)
      expect({ status, code: body.code }).toEqual({ status: 429, code: 'RATE_LIMIT_HIT' })
    }
    expect((await logIn('shiva@demo.test', DEMONSTRATION_PASSWORD, strict)).status).toBe(200)
  })

  test('forgets the attempts before a success', async () => {
    const strict = new Client((await world.gateway({ RATE_LIMIT_AUTHENTICATION_PER_30_MINUTES: '3' })).url)
    for (let round = 0; round < 3; round++) {
      for (let i = 0; i < 2; i++) expect((await logIn('othello@demo.test', 'wrong', strict)).status).toBe(401)
      expect((await logIn('othello@demo.test', DEMONSTRATION_PASSWORD, strict)).status).toBe(200)
    }
  })
})

describe('GET /dev_list_users', () => {
  const list = (client = stranger) => client.get('/dev_list_users')

  test('has the people whose keys POST /dev_fetch_api_key gives, apart by their role', async () => {
    const { direct_admins, direct_users } = await stranger.ok(list())
    const emails = (choices: { email: string }[]) => choices.map(({ email }) => email)
    expect(emails(direct_admins)).toEqual(expect.arrayContaining(['desdemona@demo.test', 'iago@demo.test']))
    expect(emails(direct_users)).toEqual(expect.arrayContaining(['hamlet@demo.test', 'polonius@demo.test']))
    const all = emails([...direct_admins, ...direct_users])
    expect(all).not.toContain('aaron@demo.test') // deactivated
    expect(all.some((email) => email.includes('bot'))).toBe(false)
    expect(direct_users[0].realm_url).toBe(world.config.rootUrl)
    for (const username of all.slice(0, 3)) {
      expect((await stranger.post('/dev_fetch_api_key', { username })).status).toBe(200)
    }
    expect((await foreignClient.ok(list(foreignClient))).direct_users).toEqual([])
  })

  test('is for development servers, and for callers on the same machine', async () => {
    const production = new Client((await world.gateway({ NODE_ENV: 'production' })).url)
    const refused = await list(production)
    expect([refused.status, refused.body.msg]).toEqual([400, 'Endpoint not available in production.'])
    const open = (await world.gateway({ TRUST_PROXY: 'true' })).url
    expect((await list(new Client(open, undefined, { 'x-forwarded-for': '192.0.2.7' }))).status).toBe(403)
  })
})

describe('POST /dev_fetch_api_key', () => {
  const fetchKey = (username: unknown, client = stranger) => client.post('/dev_fetch_api_key', { username })

  test.each(['hamlet', 'greeter-bot', 'polonius'])('returns the key of %s', async (name) => {
    const body = await stranger.ok(fetchKey(`${name}@demo.test`))
    expect(body).toMatchObject({ email: `${name}@demo.test`, user_id: world.userId(name) })
    const client = new Client(url, { email: body.email, apiKey: body.api_key })
    expect((await client.get('/users/me')).status).toBe(200)
  })

  test('finds a user that another gateway has just created', async () => {
    const second = await world.gateway()
    await new Client(second.url).get('/server_settings')
    await newcomer(core, realm, url, { email: 'fresh@demo.test' })
    expect((await fetchKey('fresh@demo.test', new Client(second.url))).status).toBe(200)
  })

  test('rejects an unknown address, a deactivated account and a missing parameter', async () => {
    const unknown = await fetchKey('yorick@demo.test')
    expect({ status: unknown.status, body: unknown.body }).toEqual({ status: 401, body: INCORRECT })
    const gone = await fetchKey('aaron@demo.test')
    expect({ status: gone.status, body: gone.body }).toEqual({ status: 401, body: DEACTIVATED })
    expect((await stranger.post('/dev_fetch_api_key')).body.code).toBe('REQUEST_VARIABLE_MISSING')
    expect((await fetchKey('hamlet@demo.test', foreignClient)).body).toEqual(INCORRECT)
  })

  test('a key is rejected with a former address of its user', async () => {
    const user = world.userId('othello')
    const { body } = await fetchKey('othello@demo.test')
    const former = new Client(url, { email: 'othello@demo.test', apiKey: body.api_key })
    expect((await former.get('/users/me')).status).toBe(200)
    await core.changeAsSystem(realm, async (tx) => {
      await setEmail(tx, realm, realm.users.get(user)!, 'moor@demo.test', core.options.rootUrl)
    })
    expect((await former.get('/users/me')).status).toBe(401)
    const now = new Client(url, { email: 'moor@demo.test', apiKey: body.api_key })
    expect((await now.get('/users/me')).status).toBe(200)
  })

  test('no page of another site can read the response', async () => {
    const path = `${url}/api/v1/dev_fetch_api_key`
    const requestAs = (method: string, body?: string) =>
      fetch(path, {
        method,
        body,
        headers: { origin: 'http://evil.test', 'content-type': 'application/x-www-form-urlencoded' },
      })
    for (const answer of [
      await requestAs('POST', 'username=hamlet@demo.test'),
      await requestAs('POST', ''),
      await requestAs('OPTIONS'),
    ]) {
      const cors = [...answer.headers.keys()].filter((name) => name.startsWith('access-control-'))
      expect(cors).toEqual([])
    }
  })

  test('is for callers on the same machine, unless the operator opens it to all', async () => {
    const statusWith = async (settings: Record<string, string>) => {
      const server = (await world.gateway({ TRUST_PROXY: 'true', ...settings })).url
      const client = new Client(server, undefined, { 'x-forwarded-for': '192.0.2.7' })
      return (await client.post('/dev_fetch_api_key', { username: 'hamlet@demo.test' })).status
    }
    expect(await statusWith({})).toBe(403)
    expect(await statusWith({ DEVELOPMENT_KEYS_FOR_ALL: 'true' })).toBe(200)
  })

  test('returns no key on a production server', async () => {
    const production = new Client((await world.gateway({ NODE_ENV: 'production' })).url)
    for (const username of ['hamlet@demo.test', 'yorick@demo.test']) {
      const { status, body } = await fetchKey(username, production)
      expect({ status, ...body }).toEqual({
        status: 400,
        result: 'error',
        code: 'BAD_REQUEST',
        msg: 'Endpoint not available in production.',
      })
    }
  })
})
