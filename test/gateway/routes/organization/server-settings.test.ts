import { afterAll, beforeAll, expect, test } from 'vitest'
import { Client } from '../../../harness/client.ts'
import { World } from '../../../harness/world.ts'
import { anotherOrganization } from '../changes.ts'

let world: World
let url: string
let otherHost: string

beforeAll(async () => {
  world = await World.create()
  const { gateway, url: address } = await world.gateway()
  url = address
  otherHost = (await anotherOrganization(gateway.core, url)).url
})
afterAll(() => world.close())

const settings = (headers: Record<string, string> = {}, at = url) => {
  const client = new Client(at, undefined, headers)
  return client.ok(client.get('/server_settings'))
}

test('a client without an account gets the settings that it needs to log in', async () => {
  const body = await settings()
  expect(body).toMatchObject({
    zulip_feature_level: 420,
    service_feature_level: 420,
    external_authentication_methods: [
      {
        name: 'browser',
        display_name: 'your browser',
        display_icon: null,
        login_url: '/login',
        signup_url: '/register',
      },
    ],
    push_notifications_enabled: false,
    is_incompatible: false,
    email_auth_enabled: true,
    require_email_format_usernames: true,
    realm_url: 'http://localhost:9991',
    realm_uri: 'http://localhost:9991',
    realm_name: 'Loquat demonstration',
    realm_web_public_access_enabled: false,
  })
  expect(body.service_version).toBe(body.zulip_version)
  expect(body.service_merge_base).toBe(body.zulip_merge_base)
  expect(body.realm_icon).toMatch(/^https:\/\/secure\.gravatar\.com\/avatar\/[0-9a-f]{32}\?/)
  expect(body.realm_description).toMatch(/^<p>A company of players/)
  expect(Object.keys(body.authentication_methods).sort()).toEqual(
    ['apple', 'azuread', 'dev', 'email', 'github', 'gitlab', 'google', 'ldap', 'openid connect', 'password']
      .concat(['remoteuser', 'saml'])
      .sort(),
  )
  expect(body.authentication_methods).toMatchObject({
    password: true,
    email: true,
    dev: false,
    github: false,
  })
})

test('a client without an account learns whether spectators are allowed', async () => {
  const owner = world.client(url, 'desdemona')
  for (const isOpen of [true, false]) {
    await owner.ok(owner.patch('/realm', { enable_spectator_access: isOpen }))
    const isAccessEnabled = async () => (await settings()).realm_web_public_access_enabled
    await expect.poll(isAccessEnabled, { timeout: 120_000 }).toBe(isOpen)
  }
})

test('log-in without a password is offered in development only', async () => {
  const development = await world.gateway({ NODE_ENV: 'development' })
  expect((await settings({}, development.url)).authentication_methods.dev).toBe(true)
})

test('the host name chooses the organization', async () => {
  const body = await settings({}, otherHost)
  expect(body).toMatchObject({
    realm_name: 'Other',
    realm_description: '',
    realm_url: 'http://other.localhost:9991',
  })
})

test.each([
  ['ZulipMobile/15.0.1 (Android 7.0)', true],
  ['ZulipMobile/9.2.1 (iOS 10)', true],
  ['ZulipInvalid/5.0', true],
  ['ZulipMobile/16.2.96 (Android 8.1)', false],
  ['ZulipMobile/27.230 (iOS 17)', false],
  ['ZulipFlutter/30.0.250 (android)', false],
  ['curl/8.0', false],
])('%s is too old: %s', async (agent, tooOld) => {
  expect((await settings({ 'user-agent': agent })).is_incompatible).toBe(tooOld)
})

test('wrong credentials are ignored', async () => {
  const client = new Client(url, { email: 'nobody@demo.test', apiKey: 'wrong' })
  expect((await client.get('/server_settings')).status).toBe(200)
})
