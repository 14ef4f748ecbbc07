import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { Role } from '../../../../core/state/users/record.ts'
import type { Access } from '../../../../gateway/http/endpoint/call.ts'
import { endpoint, type Freshness } from '../../../../gateway/http/endpoint/endpoint.ts'
import { ME, TestServer } from '../test-server.ts'

const accesses: Access[] = [
  'anyone',
  'anyoneOrUser',
  'userOrSpectator',
  'user',
  'member',
  'person',
  'bot',
  'administrator',
  'owner',
]
const of = (access: Access, freshness: Freshness = 'arrival') =>
  endpoint({
    method: 'GET',
    path: `/${freshness === 'arrival' ? access : freshness}`,
    access,
    freshness,
    summary: access,
    response: { email: z.string().nullable() },
    handler: async (call) => ({ email: call.user?.email ?? null }),
  })
const endpoints = [...accesses.map((access) => of(access)), of('user', 'later')]

let server: TestServer
beforeAll(async () => {
  server = await TestServer.start(endpoints)
})
afterAll(() => server.stop())
beforeEach(async () => {
  server.realm.isDeactivated = false
  server.realm.put(ME, { role: Role.member, isActive: true, isBot: false })
  await server.realm.state.sync()
})

const get = (path: string, authorization?: string) =>
  server.call('GET', path, { headers: authorization === undefined ? {} : { authorization } })
const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`

describe('credentials', () => {
  test('compare e-mail addresses without case', async () => {
    const authorization = basic(`ME@Example.com:${server.realm.keyOf(ME)}`)
    expect((await get('/user', authorization)).body.email).toBe(ME)
    expect((await get('/user', authorization.replace('Basic', 'basic'))).status).toBe(200)
  })

  test('are required', async () => {
    const { status, headers, body } = await get('/user', '')
    expect(status).toBe(401)
    expect(headers.get('www-authenticate')).toBe('Basic realm="loquat"')
    expect(body).toEqual({
      result: 'error',
      msg: 'Not logged in: API authentication or user session required',
      code: 'UNAUTHORIZED',
    })
  })

  test.each([
    ['of nobody', basic('nobody@example.com:key')],
    ['with a wrong key', basic(`${ME}:${'k'.repeat(32)}`)],
    ['with an empty key', basic(`${ME}:`)],
    ['that are binary', `Basic ${Buffer.from([0, 255, 58, 255]).toString('base64')}`],
  ])('%s: the key is wrong, whether the address has an account or not', async (_, authorization) => {
    const { status, headers, body } = await get('/user', authorization)
    expect(status).toBe(401)
    expect(headers.get('www-authenticate')).toBe('Basic realm="loquat"')
    expect(body).toEqual({ result: 'error', msg: 'Invalid API key', code: 'INVALID_API_KEY' })
  })

  test.each([
    ['without a colon', basic(ME)],
    ['not base64', 'Basic ???'],
    ['a bearer token', 'Bearer token'],
    ['of another scheme', 'Digest username="me"'],
  ])('%s: the response names the expected scheme', async (_, authorization) => {
    const { status, headers, body } = await get('/user', authorization)
    expect(status).toBe(401)
    expect(headers.get('www-authenticate')).toBe('Basic realm="loquat"')
    expect(body).toEqual({
      result: 'error',
      msg: expect.stringMatching(
        /^This endpoint requires HTTP basic authentication\. Send the email address as user name/,
      ),
      code: 'UNAUTHORIZED',
    })
  })

  test('are ignored by endpoints for anyone, and optional where both are allowed', async () => {
    expect((await get('/anyone', 'Basic ???')).body.email).toBeNull()
    expect((await get('/anyoneOrUser', '')).body.email).toBeNull()
    expect((await get('/anyoneOrUser')).body.email).toBe(ME)
    expect((await get('/anyoneOrUser', 'Basic ???')).status).toBe(401)
  })
})

describe('changes take effect at once', () => {
  test('a new user is accepted, with one query', async () => {
    server.realm.put('new@example.com')
    const before = server.realm.syncs
    const authorization = server.realm.authorization('new@example.com')
    expect((await get('/later', authorization)).status).toBe(200)
    expect((await get('/later', authorization)).status).toBe(200)
    expect(server.realm.syncs).toBe(before + 1)
  })

  test('a former key is refused from the next request on', async () => {
    const old = server.realm.authorization(ME)
    expect((await get('/user', old)).status).toBe(200)
    server.realm.put(ME, { keyVersion: 7 })
    expect((await get('/later', old)).status).toBe(200)
    expect((await get('/user', old)).body.code).toBe('INVALID_API_KEY')
    expect((await get('/later', old)).status).toBe(401)
  })

  test('a removed role has no permissions', async () => {
    server.realm.put(ME, { role: Role.administrator })
    expect((await get('/administrator')).status).toBe(200)
    server.realm.put(ME, { role: Role.member })
    expect((await get('/administrator')).body.code).toBe('UNAUTHORIZED_PRINCIPAL')
  })

  test('a new key replaces the old one', async () => {
    const old = server.realm.authorization(ME)
    expect((await get('/user', old)).status).toBe(200)
    server.realm.put(ME, { keyVersion: 2 })
    expect((await get('/user', server.realm.authorization(ME))).status).toBe(200)
    expect((await get('/user', old)).status).toBe(401)
  })

  test('a deactivated account', async () => {
    expect((await get('/user')).status).toBe(200)
    server.realm.put(ME, { isActive: false })
    await server.realm.state.sync()
    const { status, body } = await get('/user')
    expect({ status, ...body }).toEqual({
      status: 401,
      result: 'error',
      msg: 'Account is deactivated',
      code: 'USER_DEACTIVATED',
    })
    expect((await get('/user', basic(`${ME}:wrong`))).body.msg).toBe('Invalid API key')
    server.realm.put(ME, { isActive: true })
    expect((await get('/user')).status).toBe(200)
  })

  test('a deactivated organization', async () => {
    server.realm.isDeactivated = true
    await server.realm.state.sync()
    const { status, body } = await get('/user')
    expect({ status, ...body }).toEqual({
      status: 401,
      result: 'error',
      msg: 'This organization has been deactivated',
      code: 'REALM_DEACTIVATED',
    })
    server.realm.isDeactivated = false
    expect((await get('/user')).status).toBe(200)
  })

  test('a new role', async () => {
    expect((await get('/administrator')).status).toBe(400)
    server.realm.put(ME, { role: Role.administrator })
    expect((await get('/administrator')).status).toBe(200)
  })
})

describe('roles', () => {
  const { owner, administrator, moderator, member, guest } = Role
  test.each([
    ['member', [owner, administrator, moderator, member], 'Not allowed for guest users', 'BAD_REQUEST'],
    [
      'administrator',
      [owner, administrator],
      'Must be an organization administrator',
      'UNAUTHORIZED_PRINCIPAL',
    ],
    ['owner', [owner], 'Must be an organization owner', 'UNAUTHORIZED_PRINCIPAL'],
    ['user', [owner, administrator, moderator, member, guest], '', ''],
  ] as const)('%s', async (access, allowed, msg, code) => {
    for (const role of Object.values(Role)) {
      server.realm.put(ME, { role })
      await server.realm.state.sync()
      const { status, body } = await get(`/${access}`)
      if ((allowed as readonly number[]).includes(role)) expect(status).toBe(200)
      else expect({ status, ...body }).toEqual({ status: 400, result: 'error', msg, code })
    }
  })

  test('person', async () => {
    expect((await get('/person')).status).toBe(200)
    server.realm.put(ME, { isBot: true })
    await server.realm.state.sync()
    expect((await get('/person')).body.msg).toBe('This endpoint does not accept bot requests.')
  })
})

test('the organization is selected by the Host header', async () => {
  const request = async (host: string) => {
    const head = `Host: ${host}\r\nAuthorization: ${server.realm.authorization(ME)}\r\n\r\n`
    const connection = await server.send(`GET /api/v1/user HTTP/1.1\r\n${head}`)
    const answer = await connection.until('}')
    connection.socket.destroy()
    return answer
  }
  expect(await request('demo.test:9991')).toContain('200 OK')
  const unknown = await request('other.test')
  expect(unknown).toContain('404 Not Found')
  expect(unknown).toContain('"msg":"Invalid subdomain","code":"NONEXISTENT_SUBDOMAIN"')
})
