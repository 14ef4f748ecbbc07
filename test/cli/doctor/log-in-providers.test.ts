import { afterAll, beforeAll, expect, test } from 'vitest'
import { diagnose } from '../../../cli/doctor/diagnose.ts'
import { addProvider } from '../../../core/people/authentication/providers/change.ts'
import type { RealmState } from '../../../core/state/realm/state.ts'
import type { Gateway } from '../../../gateway/gateway.ts'
import { demonstration } from '../../gateway/routes/changes.ts'
import { TestGitHub } from '../../harness/github.ts'
import { World } from '../../harness/world.ts'

let world: World
let gateway: Gateway
let realm: RealmState
let hub: TestGitHub

beforeAll(async () => {
  hub = await TestGitHub.start('http://localhost/login/with/github-hub/callback')
  world = await World.create()
  gateway = (await world.gateway()).gateway
  realm = await demonstration(world, gateway.core)
})
afterAll(async () => {
  await world.close()
  await hub.close()
})

const add = (name: string, settings: Record<string, unknown>, isEnabled = true) =>
  addProvider(
    { core: gateway.core, realm },
    {
      kind: 'github',
      name,
      displayName: name,
      isEnabled,
      settings: { client_id: hub.client.id, ...settings },
    },
  )

test("organizations' own providers are asked, and no secret is printed", async () => {
  const { address, client } = hub
  await add('good', { address, client_secret: client.secret })
  await add('wrong', { address, client_secret: 'not the secret' })
  await add('off', { address, client_secret: client.secret }, false)
  const env = { DATABASE_URL: world.config.databaseUrl, SECRET_KEY: world.config.secretKey }
  const found = async (more: Record<string, string>) => {
    const rows = await diagnose({ ...env, ...more }, { only: ['log-in'] })
    expect(JSON.stringify(rows)).not.toContain(client.secret)
    return rows.filter(({ name }) => name.startsWith('Log-in with'))
  }
  expect(await found({ ALLOWED_PRIVATE_ADDRESSES: '127.0.0.1' })).toMatchObject([
    {
      name: 'Log-in with good of the root host',
      status: 'ok',
      found: expect.stringContaining('knows the client'),
    },
    {
      name: 'Log-in with wrong of the root host',
      status: 'wrong',
      advice: expect.stringContaining('secret'),
    },
  ])
  expect((await found({}))[0]).toMatchObject({
    status: 'wrong',
    found: expect.stringContaining('no public address'),
  })
  const otherKey = await found({
    ALLOWED_PRIVATE_ADDRESSES: '127.0.0.1',
    SECRET_KEY: `${'k'.repeat(20)}abcdefghijklmnop`,
  })
  expect(otherKey[0]!.status).not.toBe('ok')
})
