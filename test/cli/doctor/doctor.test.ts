import { execFile } from 'node:child_process'
import { createECDH } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer as createPlainServer } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Redis } from 'ioredis'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Row } from '../../../cli/doctor/check.ts'
import { type DoctorOptions, diagnose } from '../../../cli/doctor/diagnose.ts'
import { freePort } from '../../../config/embedded/processes.ts'
import { startRedis } from '../../../config/embedded/redis.ts'
import { testServers } from '../../harness/ask.ts'
import { type HttpProxy, type ProxyBehavior, startHttpProxy } from '../../harness/http-proxy.ts'
import { programOf } from '../../harness/programs.ts'
import { s3Missing, startS3, type TestS3 } from '../../harness/s3.ts'
import { TestMailServer } from '../../harness/smtp.ts'
import { spawnProcess } from '../../harness/spawn.ts'
import { administer } from '../../harness/template.ts'
import { type Settings, World } from '../../harness/world.ts'

let world: World
let gatewayUrl: string
let proxy: HttpProxy
let s3: TestS3 | undefined
let mail: TestMailServer
/** Settings of a server on which nothing is wrong. */
let right: Settings

beforeAll(async () => {
  const shared = { HEARTBEAT_SECONDS: '1', MAX_FILE_UPLOAD_SIZE_MIB: '2', TRUST_PROXY: '127.0.0.1' }
  world = await World.create(shared)
  const startWorker = async () => {
    const worker = await spawnProcess(programOf('workers/main.ts'), { ...world.env })
    if (typeof worker !== 'object') throw new Error('the worker ended')
    world.onClose(() => {
      worker.kill('SIGKILL')
      return worker.exited
    })
  }
  const onAuth: NonNullable<Parameters<typeof TestMailServer.start>[0]>['onAuth'] = (auth, _session, done) =>
    auth.password === 'of-the-mail-server' ? done(null, { user: 'loquat' }) : done(new Error('535 wrong'))
  const [gateway] = await Promise.all([
    world.gateway(),
    startWorker(),
    TestMailServer.start({ onAuth }).then((server) => {
      mail = server
    }),
    (async () => {
      s3 = s3Missing ? undefined : await startS3()
    })(),
  ])
  gatewayUrl = gateway.url
  proxy = await startHttpProxy(gatewayUrl)
  right = {
    ...world.env,
    ...s3?.settings,
    ROOT_URL: proxy.url,
    SMTP_URL: mail.url.replace('//', '//loquat:of-the-mail-server@'),
    SMTP_TLS: 'offered',
  }
})
afterAll(async () => {
  await Promise.all([world.close(), proxy.stop(), mail.close(), s3?.stop()])
})

/** The rows of the checks by name. */
async function rowsOf(settings: Settings, options: DoctorOptions) {
  const rows = await diagnose({ ...right, ...settings }, { isQuick: true, ...options })
  return new Map<string, Row>(rows.map((row) => [row.name, row]))
}

const wrongOf = (rows: ReadonlyMap<string, Row>): string[] =>
  [...rows.values()].filter(({ status }) => status === 'wrong').map(({ name }) => name)

/** Runs the compiled command. */
const command = (settings: Settings, ...flags: string[]): Promise<{ code: number; stdout: string }> =>
  new Promise((resolve) => {
    execFile(
      process.execPath,
      [programOf('cli/loquat.ts'), 'doctor', ...flags],
      { env: { PATH: process.env.PATH, ...right, ...settings } },
      (error, stdout) => resolve({ code: error === null ? 0 : Number(error.code), stdout }),
    )
  })

test('a right configuration has nothing wrong, and nothing of the checks stays', async () => {
  const rows = await rowsOf({}, { isQuick: false })
  expect(wrongOf(rows)).toEqual([])
  for (const name of [
    'Native packages',
    'Postgres',
    'Postgres encoding',
    'Postgres locale',
    'Postgres pooler',
    'Postgres rights',
    'Migrations',
    'Words of searches',
    'Postgres clock',
    'Redis',
    'Redis commands',
    'Redis maxmemory-policy',
    'Redis clock',
    'Gateways',
    'Workers',
    'Versions',
    'Mail server',
    'ROOT_URL',
    'Client address',
    'WebSocket',
    'Long poll',
    'Request body',
  ])
    expect([name, rows.get(name)?.status]).toEqual([name, 'ok'])
  expect(rows.get('Client address')?.found).toContain('127.0.0.1, as the proxy says')
  if (s3) expect(rows.get('S3 bucket')).toMatchObject({ status: 'ok' })
  // The test servers are not durable, and the doctor says so.
  expect(rows.get('Postgres durability')).toMatchObject({ status: 'warning' })
  expect(rows.get('Redis persistence')).toMatchObject({ status: 'warning' })
  expect(mail.received).toEqual([])
  expect(await world.redis.keys('doctor:*')).toEqual([])
  expect(await world.sql("SELECT 1 FROM pg_class WHERE relname LIKE 'loquat_doctor%'")).toEqual([])
})

test('the key by which browsers know the server: none, its own, a set one, and one that replaces its own', async () => {
  const found = async (settings: Settings) =>
    (await rowsOf(settings, { only: ['push'] })).get('Push key of browsers')
  const pair = createECDH('prime256v1')
  pair.generateKeys()
  const set = {
    VAPID_PUBLIC_KEY: pair.getPublicKey('base64url'),
    VAPID_PRIVATE_KEY: Buffer.concat([Buffer.alloc(32), pair.getPrivateKey()])
      .subarray(-32)
      .toString('base64url'),
  }
  await world.sql('DELETE FROM server_key')
  expect(await found({})).toMatchObject({ status: 'skipped' })
  expect(await found(set)).toMatchObject({ status: 'ok' })
  const made = 'B'.padEnd(87, 'x')
  await world.sql("INSERT INTO server_key (name, public_key, private_key) VALUES ('vapid', $1, 'y')", [made])
  const own = await found({})
  expect(own).toMatchObject({ status: 'ok' })
  expect(own!.found).toBe(`${made}, made by the server; 0 browsers are registered`)
  const replaced = await found(set)
  expect(replaced).toMatchObject({ status: 'warning' })
  expect(replaced!.found).toContain(
    `${set.VAPID_PUBLIC_KEY} of VAPID_PUBLIC_KEY, but the server had made ${made}`,
  )
  expect(await found({ DATABASE_URL: 'postgres://x:y@127.0.0.1:1/z' })).toMatchObject({
    status: 'skipped',
    found: 'not checked: it needs Postgres',
  })
  await world.sql('DELETE FROM server_key')
})

test('the command prints one line for each check, and ends with code 0 or 1', async () => {
  const good = await command({}, '--only', 'redis')
  expect(good).toMatchObject({ code: 0 })
  expect(good.stdout).toMatch(/^RESULT +CHECK +FOUND -> WHAT TO DO$/m)
  expect(good.stdout).toMatch(/^ok +Redis commands +streams/m)
  expect(good.stdout).toMatch(/0 wrong.*Nothing is wrong\.$/m)
  const bad = await command(
    { SMTP_URL: mail.url.replace('//', '//loquat:not-this-one@') },
    '--json',
    '--quick',
  )
  expect(bad.code).toBe(1)
  const { ok, checks } = JSON.parse(bad.stdout)
  expect(ok).toBe(false)
  expect(checks).toContainEqual(expect.objectContaining({ name: 'Mail server', status: 'wrong' }))
  for (const secret of ['not-this-one', new URL(right.DATABASE_URL!).password, right.SECRET_KEY!]) {
    expect(bad.stdout).not.toContain(secret)
  }
})

test('wrong settings are named, and the servers are checked all the same', async () => {
  const rows = await rowsOf(
    {
      PORT: 'many',
      EVENT_LOG_RETENTION_SECONDS: '5',
      SMTP_HOST: 'mail.test',
      ROT_URL: 'https://chat.test',
      SCERET_KEY: 'of a tired operator',
      TRUSTPROXY: 'true',
      node_env: 'production',
      'rate-limit-user-per-minute': '9',
      INVITATIONSPERDAYOFNEWREALM: '9',
      LOQUAT_SESSION_DAYS: '9',
      FCM_SERVICE_ACOUNT_FILE: '/etc/key.json',
      EDITOR: 'ed',
      MYAPP_SERVICE_PORT: '1',
      LOQUAT_PORT: 'tcp://10.0.0.1:80',
      LOQUAT_GATEWAYS: '127.0.0.1:9991',
    },
    { only: ['postgres'] },
  )
  expect(rows.get('PORT')).toMatchObject({
    status: 'wrong',
    advice: 'it must be a whole number from 0 to 65535',
  })
  expect(rows.get('EVENT_LOG_RETENTION_SECONDS')).toMatchObject({ status: 'wrong' })
  expect(rows.get('SMTP_HOST')).toMatchObject({ status: 'warning' })
  const meant = {
    ROT_URL: 'ROOT_URL',
    SCERET_KEY: 'SECRET_KEY',
    TRUSTPROXY: 'TRUST_PROXY',
    node_env: 'NODE_ENV',
    'rate-limit-user-per-minute': 'RATE_LIMIT_USER_PER_MINUTE',
    INVITATIONSPERDAYOFNEWREALM: 'INVITATIONS_PER_DAY_OF_NEW_REALM',
    LOQUAT_SESSION_DAYS: 'SESSION_DAYS',
    FCM_SERVICE_ACOUNT_FILE: 'FCM_SERVICE_ACCOUNT_FILE',
  }
  for (const [name, setting] of Object.entries(meant))
    expect(rows.get(name)).toMatchObject({
      status: 'warning',
      found: `is no setting of Loquat; ${setting} is`,
    })
  for (const name of ['EDITOR', 'MYAPP_SERVICE_PORT', 'LOQUAT_PORT', 'LOQUAT_GATEWAYS', 'PATH', 'HOME'])
    expect(rows.has(name)).toBe(false)
  expect(rows.get('Postgres')).toMatchObject({ status: 'ok' })
  const none = await rowsOf(
    { DATABASE_URL: '', REDIS_URL: '', NODE_ENV: 'production', SECRET_KEY: '' },
    { only: [] },
  )
  expect(wrongOf(none)).toEqual(expect.arrayContaining(['SECRET_KEY', 'DATABASE_URL', 'REDIS_URL']))
})

describe('Postgres', () => {
  const withRole = async (settings: string[], use: (url: string) => Promise<void>) => {
    const url = new URL(right.DATABASE_URL!)
    const [role, database] = [`doctor_${url.pathname.slice(1)}`, url.pathname.slice(1)]
    await world.sql(`CREATE ROLE ${role} LOGIN PASSWORD 'of-the-role'`)
    try {
      for (const setting of settings) await world.sql(setting.replaceAll('$role', role))
      Object.assign(url, { username: role, password: 'of-the-role' })
      await use(url.href)
    } finally {
      await administer(right.DATABASE_URL!, `DROP OWNED BY ${role}`)
      await administer((await testServers()).postgresUrl, `DROP OWNED BY ${role}; DROP ROLE ${role}`)
      expect(database).toMatch(/^test_/)
    }
  }

  test('a wrong password and an unreachable server are told apart, without the password', async () => {
    const url = new URL(right.DATABASE_URL!)
    url.password = 'secret-but-wrong'
    const refused = (await rowsOf({ DATABASE_URL: url.href }, { only: ['postgres'] })).get('Postgres')!
    expect(refused).toMatchObject({
      status: 'wrong',
      advice: expect.stringContaining('password in DATABASE_URL'),
    })
    expect(JSON.stringify(refused)).not.toContain('secret-but-wrong')
    const away = (await rowsOf({ DATABASE_URL: 'postgres://u:p@127.0.0.1:1/x' }, { only: ['postgres'] })).get(
      'Postgres',
    )
    expect(away).toMatchObject({ status: 'wrong', found: expect.stringContaining('ECONNREFUSED') })
  })

  test('a role that cannot migrate, and a read-only role', async () => {
    await withRole(['GRANT SELECT ON ALL TABLES IN SCHEMA public TO $role'], async (DATABASE_URL) => {
      expect((await rowsOf({ DATABASE_URL }, { only: ['postgres'] })).get('Postgres rights')).toMatchObject({
        status: 'wrong',
        found: expect.stringContaining('may not migrate: permission denied'),
      })
    })
    await withRole(['ALTER ROLE $role SET default_transaction_read_only = on'], async (DATABASE_URL) => {
      expect((await rowsOf({ DATABASE_URL }, { only: ['postgres'] })).get('Postgres rights')).toMatchObject({
        status: 'wrong',
        found: expect.stringContaining('read-only'),
      })
    })
    await withRole(['GRANT CREATE ON SCHEMA public TO $role'], async (DATABASE_URL) => {
      expect((await rowsOf({ DATABASE_URL }, { only: ['postgres'] })).get('Postgres rights')).toMatchObject({
        status: 'wrong',
        found: expect.stringMatching(/lacks rights on \d+ tables/),
      })
    })
  })

  test('outstanding migrations and those of a newer build', async () => {
    const names = await world.sql<{ name: string }>('SELECT name FROM mikro_orm_migrations ORDER BY id')
    const { name } = names.at(-1)!
    await world.sql('UPDATE mikro_orm_migrations SET name = $2 WHERE name = $1', [
      name,
      '20991231235959-later',
    ])
    const newer = (await rowsOf({}, { only: ['postgres'] })).get('Migrations')
    expect(newer).toMatchObject({ status: 'warning', found: expect.stringContaining('20991231235959-later') })
    await world.sql("DELETE FROM mikro_orm_migrations WHERE name = '20991231235959-later'")
    expect((await rowsOf({}, { only: ['postgres'] })).get('Migrations')).toMatchObject({
      status: 'warning',
      found: '1 outstanding',
    })
    await world.sql('INSERT INTO mikro_orm_migrations (name) VALUES ($1)', [name])
  })
})

test('a Redis that evicts keys, one with a wrong password, and a user without rights', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'loquat-doctor-'))
  const server = await startRedis({ directory, durable: false })
  const redis = new Redis(server.url)
  try {
    await redis.config('SET', 'maxmemory-policy', 'allkeys-lru')
    await redis.call('ACL', 'SETUSER', 'reader', 'on', '>reads', '~*', '+@read', '+info', '+client', '+time')
    const url = new URL(server.url)
    const [evicting, refused, limited] = await Promise.all([
      rowsOf({ REDIS_URL: server.url }, { only: ['redis'] }),
      rowsOf({ REDIS_URL: server.url.replace(url.password, 'not-this-password') }, { only: ['redis'] }),
      rowsOf({ REDIS_URL: server.url.replace(`:${url.password}`, 'reader:reads') }, { only: ['redis'] }),
    ])
    expect(evicting.get('Redis maxmemory-policy')).toMatchObject({
      status: 'wrong',
      found: expect.stringMatching(/allkeys-lru/),
    })
    expect(evicting.get('Workers')).toMatchObject({ status: 'warning' })
    expect(refused.get('Redis')).toMatchObject({
      status: 'wrong',
      advice: expect.stringMatching(/password in REDIS_URL/),
    })
    expect(limited.get('Redis commands')).toMatchObject({
      status: 'wrong',
      advice: expect.stringMatching(/ACL SETUSER/),
    })
  } finally {
    redis.disconnect()
    await server.stop()
    await rm(directory, { recursive: true, force: true })
  }
})

test.skipIf(s3Missing !== undefined)('a missing bucket and a wrong key', async () => {
  const [missing, refused] = await Promise.all([
    rowsOf({ S3_BUCKET: 'nowhere' }, { only: ['storage'] }),
    rowsOf({ S3_SECRET_ACCESS_KEY: 'another-secret' }, { only: ['storage'] }),
  ])
  expect(missing.get('S3 bucket')).toMatchObject({
    status: 'wrong',
    advice: expect.stringMatching(/create the bucket/),
  })
  expect(refused.get('S3 bucket')).toMatchObject({
    status: 'wrong',
    advice: expect.stringMatching(/S3_SECRET_ACCESS_KEY/),
  })
  expect(JSON.stringify([...refused])).not.toContain('another-secret')
})

test('a mail is sent only on request', async () => {
  const rows = await rowsOf({}, { only: ['mail'], sendTo: 'operator@example.test' })
  expect(rows.get('Mail server')).toMatchObject({
    status: 'ok',
    found: expect.stringMatching(/a mail to operator@example.test/),
  })
  expect(mail.received.map(({ to }) => to)).toEqual(['operator@example.test'])
  const demanding = await rowsOf({ SMTP_TLS: 'required' }, { only: ['mail'] })
  expect(demanding.get('Mail server')).toMatchObject({
    status: 'wrong',
    advice: expect.stringMatching(/offer TLS/),
  })
})

describe('a proxy that', () => {
  async function rowsBehind(behavior: ProxyBehavior, isQuick = true) {
    const other = await startHttpProxy(gatewayUrl, behavior)
    try {
      return await rowsOf({ ROOT_URL: other.url }, { only: ['proxy'], isQuick })
    } finally {
      await other.stop()
    }
  }

  test('does not upgrade WebSockets, ends long polls or refuses uploads', async () => {
    const behavior = { upgradesWebSockets: false, timeoutMs: 1_000, maxBodyBytes: 1_048_576 }
    const rows = await rowsBehind(behavior, false)
    expect(wrongOf(rows)).toEqual(['WebSocket', 'Long poll', 'Request body'])
    expect(rows.get('Request body')).toMatchObject({ found: 'status 413 for 2 MiB' })
    expect(rows.get('Long poll')).toMatchObject({
      found: expect.stringMatching(/504/),
      advice: expect.stringMatching(/proxy_read_timeout/),
    })
  })

  test('speaks HTTP/1.0: each check says what to set', async () => {
    const old = createPlainServer((_request, response) =>
      response.writeHead(505).end('HTTP Version Not Supported'),
    )
    await new Promise<void>((resolve) => old.listen(0, '127.0.0.1', resolve))
    const url = `http://127.0.0.1:${(old.address() as AddressInfo).port}`
    const rows = await rowsOf({ ROOT_URL: url }, { only: ['proxy', 'mail'] })
    old.close()
    for (const name of ['ROOT_URL', 'Client address', 'Request body'])
      expect(rows.get(name)).toMatchObject({
        status: 'wrong',
        advice: expect.stringMatching(/proxy_http_version 1\.1/),
      })
    expect(rows.get('Mail server')).toMatchObject({ status: 'ok' })
  })

  test('passes a forged address on, names no client, or hides the host', async () => {
    const [forged, hidden] = await Promise.all([
      rowsBehind({ forwardedFor: 'passOn' }),
      rowsBehind({ passesHostOn: false }),
    ])
    expect(forged.get('Client address')).toMatchObject({
      status: 'wrong',
      found: expect.stringMatching(/can forge/),
    })
    expect(hidden.get('Client address')).toMatchObject({
      status: 'wrong',
      advice: expect.stringMatching(/Host header/),
    })
  })

  test('the gateway does not trust', async () => {
    const { url } = await world.gateway({ TRUST_PROXY: 'false' })
    const other = await startHttpProxy(url)
    const rows = await rowsOf({ ROOT_URL: other.url, TRUST_PROXY: 'false' }, { only: ['proxy'] })
    await other.stop()
    expect(rows.get('Client address')).toMatchObject({ status: 'wrong', advice: 'set TRUST_PROXY=127.0.0.1' })
  })

  test('leads nowhere, or to a gateway with another secret', async () => {
    const away = await rowsOf({ ROOT_URL: `http://127.0.0.1:${await freePort()}` }, { only: ['proxy'] })
    expect(away.get('ROOT_URL')).toMatchObject({
      status: 'wrong',
      found: expect.stringMatching(/ECONNREFUSED/),
    })
    const other = await rowsOf(
      { SECRET_KEY: 'another secret that is long enough to use' },
      { only: ['proxy'] },
    )
    expect(other.get('Client address')).toMatchObject({
      status: 'wrong',
      found: expect.stringMatching(/does not accept the proof/),
    })
    expect(wrongOf(other)).toEqual(['Client address'])
    for (const [rows, failed] of [
      [away, 'ROOT_URL'],
      [other, 'Client address'],
    ] as const)
      expect(rows.get('WebSocket')).toMatchObject({
        status: 'skipped',
        found: `not checked: it needs what the row ${failed} says`,
      })
  })
})

test('what is risky on a computer for trying is wrong in production', async () => {
  const settings = { NODE_ENV: 'production', SMTP_URL: '' }
  const rows = await rowsOf(settings, { only: ['postgres', 'mail'] })
  expect(rows.get('SMTP_URL')).toMatchObject({ status: 'wrong', found: expect.stringMatching(/invitations/) })
  // The test servers are not durable.
  expect(rows.get('Postgres durability')).toMatchObject({ status: 'wrong' })
})

test('checks that need a server that is away are not checked, and others are', async () => {
  const nowhere = `127.0.0.1:${await freePort()}`
  const rows = await rowsOf(
    { DATABASE_URL: `postgres://${nowhere}/x`, REDIS_URL: `redis://${nowhere}` },
    { only: ['postgres', 'redis', 'proxy'] },
  )
  expect(wrongOf(rows)).toEqual(['Postgres', 'Redis'])
  for (const name of ['Migrations', 'Postgres clock', 'Redis clock', 'Workers', 'Clocks of processes'])
    expect(rows.get(name)).toMatchObject({ status: 'skipped', found: expect.stringMatching(/^not checked/) })
  expect(rows.get('WebSocket')).toMatchObject({ status: 'ok' })
})

test('a certificate that nobody trusts', async () => {
  const tlsFile = (name: string) => readFile(new URL(`../../fixtures/tls/${name}`, import.meta.url))
  const server = createServer({ key: await tlsFile('localhost.key'), cert: await tlsFile('localhost.crt') })
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
  const { port } = server.address() as AddressInfo
  const rows = await rowsOf({ ROOT_URL: `https://localhost:${port}` }, { only: ['proxy'] })
  server.close()
  expect(rows.get('WebSocket')).toMatchObject({
    status: 'skipped',
    found: expect.stringMatching(/^not checked/),
  })
  expect(rows.get('ROOT_URL')).toMatchObject({
    status: 'wrong',
    advice: 'correct what the row Certificate says',
  })
  expect(rows.get('Certificate')).toMatchObject({
    status: 'wrong',
    found: expect.stringMatching(/self-signed certificate/),
    advice: expect.stringMatching(/NODE_EXTRA_CA_CERTS/),
  })
})

test('the probe answers nobody else', async () => {
  for (const headers of [{}, { 'x-loquat-proof': '1.abc' }] as Record<string, string>[]) {
    expect((await fetch(`${gatewayUrl}/health/probe`, { headers })).status).toBe(403)
    expect((await fetch(`${gatewayUrl}/health/probe`, { method: 'POST', body: 'x', headers })).status).toBe(
      403,
    )
  }
})
