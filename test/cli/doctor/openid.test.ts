import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { diagnose } from '../../../cli/doctor/diagnose.ts'
import { freePort } from '../../../config/embedded/processes.ts'
import { describeEnvironment } from '../../../config/print.ts'
import { TestProvider } from '../../harness/openid-provider.ts'

const SECRET = 'a secret of the client'

let provider: TestProvider
let fake: Server
let fakeUrl: string
let metadata: Record<string, unknown>
let date: string | undefined

beforeAll(async () => {
  provider = await TestProvider.start(['http://localhost/login/with/oidc-a/callback'])
  fake = createServer((request, response) => {
    response.setHeader('Content-Type', 'application/json')
    if (date !== undefined) response.setHeader('Date', date)
    const isDiscovery = request.url!.startsWith('/.well-known/')
    response.end(JSON.stringify(isDiscovery ? metadata : { keys: [{ kty: 'RSA' }] }))
  })
  await new Promise<void>((done) => fake.listen(0, '127.0.0.1', done))
  fakeUrl = `http://127.0.0.1:${(fake.address() as AddressInfo).port}`
})
afterAll(async () => {
  await provider.close()
  await new Promise((done) => fake.close(done))
})

async function found(...entries: Record<string, unknown>[]) {
  const OPENID_PROVIDERS = JSON.stringify(entries)
  const rows = await diagnose({ OPENID_PROVIDERS }, { only: ['log-in'] })
  expect(JSON.stringify(rows)).not.toContain(SECRET)
  return rows.filter(({ name }) => name.startsWith('Log-in with'))
}
const good = () => ({
  issuer: fakeUrl,
  authorization_endpoint: `${fakeUrl}/authorize`,
  token_endpoint: `${fakeUrl}/token`,
  jwks_uri: `${fakeUrl}/keys`,
})

test('each provider is asked for its addresses and keys', async () => {
  const nowhere = `http://127.0.0.1:${await freePort()}`
  const gone = { ...provider.entry('gone'), issuer: nowhere }
  const rows = await found(provider.entry('a'), gone)
  expect(rows).toMatchObject([
    { name: 'Log-in with a', status: 'ok', found: `${provider.issuer} answers, with 1 key` },
    { name: 'Log-in with gone', status: 'wrong', found: expect.stringContaining('ECONNREFUSED') },
  ])
  expect(rows[1]!.advice).toContain(`${nowhere}/.well-known/openid-configuration`)
})

test.each([
  ['another issuer', () => ({ ...good(), issuer: 'https://evil.test' }), 'wrong', /issuer/],
  ['no keys', () => ({ ...good(), jwks_uri: undefined }), 'wrong', /keys/],
  ['no PKCE', () => ({ ...good(), code_challenge_methods_supported: ['plain'] }), 'warning', /PKCE/],
  ['no addresses', () => ({ ...good(), scopes_supported: ['openid'] }), 'warning', /email/],
  ['nothing more', good, 'ok', /1 key/],
] as const)('a provider with %s', async (_, given, status, text) => {
  date = undefined
  metadata = given()
  const [row] = await found({ ...provider.entry('b'), issuer: fakeUrl })
  expect([row!.status, row!.found]).toEqual([status, expect.stringMatching(text)])
})

test('a clock that is off by an hour is named', async () => {
  metadata = good()
  date = new Date(Date.now() - 3_600_000).toUTCString()
  const [row] = await found({ ...provider.entry('b'), issuer: fakeUrl })
  expect([row!.status, row!.found]).toEqual([
    'wrong',
    expect.stringMatching(/clock differs .* by 3[56]\d\d s/),
  ])
  expect(row!.advice).toContain('timedatectl')
})

test('the configuration is bounded, and its secrets are not printed', async () => {
  const env = { OPENID_PROVIDERS: JSON.stringify([provider.entry('a')]) }
  expect(describeEnvironment(env)).not.toContain(SECRET)
  const entry = provider.entry('a')
  for (const wrong of [
    '{}',
    'x',
    JSON.stringify([entry, entry]),
    JSON.stringify([{ ...entry, issuer: 'http://provider.test' }]),
    JSON.stringify([{ ...entry, name: '../x' }]),
    JSON.stringify([{ ...entry, more: 1 }]),
    JSON.stringify([{ ...entry, scopes: 'email' }]),
    JSON.stringify(Array.from({ length: 21 }, (_, i) => ({ ...entry, name: `n${i}` }))),
  ]) {
    const rows = await diagnose({ OPENID_PROVIDERS: wrong }, { only: [] })
    expect(rows.find(({ status }) => status === 'wrong')).toMatchObject({ name: 'OPENID_PROVIDERS' })
    expect(JSON.stringify(rows)).not.toContain(SECRET)
  }
})
