import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { request } from 'node:http'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { freePort } from '../../config/embedded/processes.ts'
import { LOQUAT_VERSION } from '../../config/version.ts'
import { Browsing } from '../harness/browsing.ts'
import { compiled } from '../harness/product.ts'
import { programOf } from '../harness/programs.ts'
import { World } from '../harness/world.ts'

const LOQUAT = programOf('cli/loquat.ts')

type Output = { code: number; stdout: string; stderr: string }

/** Runs the compiled command line until it exits. */
function run(env: NodeJS.ProcessEnv, args: readonly string[], input = ''): Promise<Output> {
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      [LOQUAT, ...args],
      { env: { PATH: process.env.PATH, ...env } },
      (error, stdout, stderr) => resolve({ code: error === null ? 0 : Number(error.code), stdout, stderr }),
    )
    child.stdin?.end(input)
  })
}

// Every command starts a process, which is slow on a busy machine.
describe('on the configured database', { timeout: 600_000 }, () => {
  let world: World
  let url: string

  const loquat = (...args: string[]) => run(world.env, args)

  async function succeeds(...args: string[]): Promise<string> {
    const { code, stdout, stderr } = await loquat(...args)
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    return stdout
  }

  /** Expects exit code 1 and one line on standard error, and returns the line. */
  async function fails(...args: string[]): Promise<string> {
    const { code, stdout, stderr } = await loquat(...args)
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toMatch(/^[^\n]+\n$/)
    return stderr.trimEnd()
  }

  /** Requests the server as a client that uses another host name. */
  async function postTo(host: string, path: string, form: Record<string, string>) {
    const headers = { host, 'content-type': 'application/x-www-form-urlencoded' }
    const sent = request(`${url}/api/v1${path}`, { method: 'POST', headers })
    sent.end(new URLSearchParams(form).toString())
    const [response] = await once(sent, 'response')
    return JSON.parse((await response.setEncoding('utf8').toArray()).join(''))
  }

  beforeAll(async () => {
    world = await World.create()
    url = (await world.gateway()).url
  })
  afterAll(() => world.close())

  test('everything has --help', async () => {
    expect(await succeeds('--version')).toBe(`${LOQUAT_VERSION}\n`)
    const help = await succeeds('--help')
    const commands = [...help.matchAll(/^ {2}([a-z]+(?:-[a-z]+)*) (?:\[options\]| )/gm)].map(
      (match) => match[1]!,
    )
    expect(commands).toHaveLength(30)
    const helps = await Promise.all(commands.map((command) => succeeds(command, '--help')))
    for (const [index, command] of commands.entries()) expect(helps[index]).toContain(`loquat ${command}`)
  })

  test('the only organization needs no --realm', async () => {
    expect(await succeeds('list-users')).toContain('hamlet@demo.test')
    for (const address of ['http://localhost:9991', 'https://LOCALHOST/', 'localhost:9991', 'demo.test'])
      expect(await succeeds('list-users', '--realm', address)).toContain('hamlet@demo.test')
    expect(await succeeds('api-key', '--email', 'hamlet@demo.test')).toBe(
      await succeeds('api-key', '--realm', 'demo.test', '--email', 'hamlet@demo.test'),
    )
  })

  test('an organization is created with its owner, who can log in', async () => {
    const owner = [
      '--owner-email',
      'will@globe.test',
      '--owner-name',
      'Will',
      '--owner-password',
      'by the river thames',
    ]
    const printed = await succeeds('create-realm', '--subdomain', 'globe', '--name', 'The Globe', ...owner)
    expect(printed).toMatch(
      /^Created organization (\d+): http:\/\/globe\.localhost:9991\nCreated user \d+: will@globe\.test, owner\nThe owner enters once without a password, within an hour: http:\/\/globe\.localhost:9991\/begin\/[\w-]{32}\n$/,
    )
    const browsing = new Browsing(url.replace('127.0.0.1', 'globe.localhost'))
    const path = new URL(printed.trim().split(' ').at(-1)!).pathname
    expect((await browsing.get(path)).text).toContain('Open The Globe')
    const entered = await browsing.request('POST', path, '')
    expect([entered.status, entered.headers.get('location')]).toEqual([303, '/#begin'])
    expect((await browsing.json.get('/users/me')).body.email).toBe('will@globe.test')
    const login = { username: 'will@globe.test', password: 'by the river thames' }
    const body = await postTo('globe.localhost', '/fetch_api_key', login)
    expect(body).toMatchObject({ result: 'success', email: 'will@globe.test' })
    expect(await succeeds('api-key', '--realm', 'globe', '--email', 'will@globe.test')).toBe(
      `${body.api_key}\n`,
    )
    const subscriptions = await world.sql(
      `SELECT c.name FROM subscription s JOIN channel c ON c.id = s.channel_id
       JOIN user_account a ON a.id = s.user_id WHERE a.delivery_email = 'will@globe.test'`,
    )
    expect(subscriptions.map((row) => row.name).sort()).toEqual(['general', 'sandbox'])
  })

  test('a link leads to the page that creates an organization', async () => {
    const link = (await succeeds('creation-link')).trimEnd()
    expect(link).toMatch(/^http:\/\/localhost:9991\/new\/[\w-]+$/)
    const page = await fetch(link.replace('http://localhost:9991', url))
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('Create an organization')])
  })

  test('an organization is found by its subdomain, its host, its full host and its id', async () => {
    await succeeds('create-realm', '--subdomain', 'rose', '--host', 'rose.example', '--name', 'The Rose')
    const realms = JSON.parse(await succeeds('list-realms', '--json'))
    const { id } = realms.find((realm: { name: string }) => realm.name === 'The Rose')
    await succeeds(
      'create-user',
      '--realm',
      'rose',
      '--email',
      'kit@rose.test',
      '--name',
      'Kit',
      '--role',
      'owner',
    )
    const find = (name: string) => succeeds('list-users', '--realm', name)
    const found = await Promise.all(['ROSE', 'rose.example', 'rose.localhost', String(id)].map(find))
    for (const users of found) expect(users).toContain('kit@rose.test')
    const root = await Promise.all(['', 'localhost', 'demo.test', '1'].map(find))
    for (const users of root) expect(users).toContain('hamlet@demo.test')
  })

  test('with several organizations a command needs a name', async () => {
    expect(await fails('list-users')).toMatch(
      /^There are \d organizations \(demo\.test, .*\): choose one with --realm; list-realms prints all of them$/,
    )
  })

  test('tables have one line each, under headings', async () => {
    const lines = (await succeeds('list-users', '--realm', 'demo.test')).trimEnd().split('\n')
    expect(lines[0]).toMatch(/^ID +EMAIL +NAME +ROLE +KIND +STATE$/)
    expect(lines[1]).toMatch(/^\d+ +desdemona@demo\.test +Desdemona +owner +person +active$/)
    expect(lines.find((line) => line.includes('greeter-bot'))).toMatch(/member +bot +active$/)
    expect(await succeeds('migrate')).toBe('The database is up to date\n')
    expect(await succeeds('list-realms')).toMatch(
      /^ID .*\n1 +demo\.test +Loquat demonstration +10 +active +http/,
    )
  })

  test('a password can be read from standard input', async () => {
    const args = [
      'create-user',
      '--realm',
      '',
      '--email',
      'feste@demo.test',
      '--name',
      'Feste',
      '--password',
      '-',
    ]
    expect(await run(world.env, args, 'wind and rain\nnot this\n')).toMatchObject({ code: 0, stderr: '' })
    const client = world.client(url)
    const login = { username: 'feste@demo.test', password: 'wind and rain' }
    expect((await client.post('/fetch_api_key', login)).body.result).toBe('success')
  })

  test('create-user creates a bot', async () => {
    await succeeds('create-user', '--realm', '', '--email', 'puck-bot@demo.test', '--name', 'Puck', '--bot')
    const users = JSON.parse(await succeeds('list-users', '--realm', '', '--json'))
    const bot = users.find((user: { email: string }) => user.email === 'puck-bot@demo.test')
    expect(bot).toMatchObject({ isBot: true, botType: 1, role: 400 })
  })

  test('a changed role reaches connected clients as an event', async () => {
    const client = world.client(url, 'hamlet')
    const { body } = await client.post('/register', { event_types: ['realm_user'] })
    const { queue_id, last_event_id } = body
    const waiting = client.get('/events', { queue_id, last_event_id })
    const moderate = ['change-role', '--realm', '', '--email', 'zoe@demo.test', '--role', 'moderator']
    expect(await succeeds(...moderate)).toBe('Zoe now has the role moderator in Loquat demonstration\n')
    const person = { user_id: world.userId('zoe'), role: 300 }
    expect((await waiting).body.events).toMatchObject([{ type: 'realm_user', op: 'update', person }])
    expect((await client.get(`/users/${world.userId('zoe')}`)).body.user.role).toBe(300)
    await succeeds(...moderate)
    const again = await client.get('/events', { queue_id, last_event_id, dont_block: true })
    expect(again.body.events).toHaveLength(1)
  })

  test('the only owner keeps the role, one of two owners can lose it', async () => {
    const demote = (who: string) => [
      'change-role',
      '--realm',
      '',
      '--email',
      `${who}@demo.test`,
      '--role',
      'member',
    ]
    const refusal = 'The owner permission cannot be removed from the only organization owner.'
    expect(await fails(...demote('desdemona'))).toBe(refusal)
    await succeeds('change-role', '--realm', '', '--email', 'greeter-bot@demo.test', '--role', 'owner')
    expect(await fails(...demote('desdemona'))).toBe(refusal)
    await succeeds('change-role', '--realm', '', '--email', 'iago@demo.test', '--role', 'owner')
    await succeeds(...demote('desdemona'))
    expect(await fails(...demote('iago'))).toBe(refusal)
  })

  test('an organization can have its own limit of invitations, and return to the default', async () => {
    const hamlet = world.client(url, 'hamlet')
    const invite = async (invitee_emails: string) =>
      (await hamlet.post('/invites', { invitee_emails, stream_ids: [] })).body.result
    const limit = (perDay: string) => succeeds('set-invitation-limit', '--realm', '', '--per-day', perDay)
    expect(await limit('1')).toBe('Loquat demonstration may mail 1 invitations a day\n')
    expect([await invite('a@x.test'), await invite('b@x.test')]).toEqual(['success', 'error'])
    expect(await limit('default')).toBe(
      'Loquat demonstration may mail the default number of invitations a day\n',
    )
    expect(await invite('b@x.test')).toBe('success')
  })

  test('the requests of an organization can be limited, and the limit removed', async () => {
    const limit = (perMinute: string) =>
      succeeds('set-request-limit', '--realm', '', '--per-minute', perMinute)
    expect(await limit('1')).toBe('Loquat demonstration is limited to 1 requests a minute\n')
    const hamlet = world.client(url, 'hamlet')
    const code = async () => (await hamlet.get('/users/me')).body.code
    await expect.poll(code, { timeout: 60_000 }).toBe('RATE_LIMIT_HIT')
    expect(await limit('none')).toBe('Loquat demonstration has no request limit\n')
    await expect.poll(code, { timeout: 60_000 }).toBeUndefined()
  })

  test('a deactivated organization disconnects and refuses its clients, and returns unchanged', async () => {
    const client = world.client(url, 'hamlet')
    const { queue_id, last_event_id } = (await client.post('/register', { event_types: ['realm'] })).body
    const waiting = client.get('/events', { queue_id, last_event_id })

    expect(await succeeds('deactivate-realm', '--realm', '')).toBe('Loquat demonstration is deactivated\n')
    await waiting
    expect((await client.get('/users/me')).body.code).toBe('REALM_DEACTIVATED')
    expect(await succeeds('list-realms')).toMatch(/Loquat demonstration +\d+ +deactivated/)

    const dated = await succeeds('deactivate-realm', '--realm', '', '--delete-after-days', '30')
    expect(dated).toMatch(
      /^Loquat demonstration is deactivated; its data are deleted after \d{4}-\d\d-\d\d \(UTC\)\n$/,
    )
    expect(await succeeds('list-realms')).toMatch(/deactivated, deleted after \d{4}-\d\d-\d\d/)

    for (const entering of [
      ['invite', '--realm', '', 'a@x.test'],
      ['reset-password', '--realm', '', 'hamlet@demo.test'],
    ])
      expect(await fails(...entering)).toBe(
        'Loquat demonstration is deactivated: reactivate-realm opens it again',
      )

    expect(await succeeds('reactivate-realm', '--realm', '')).toBe('Loquat demonstration is active\n')
    expect((await client.get('/users/me')).body.email).toBe('hamlet@demo.test')
    // The queue still exists, and has the events.
    const deactivated = { type: 'realm', op: 'deactivated', realm_id: world.organization.realmId }
    const { body } = await client.get('/events', { queue_id, last_event_id, dont_block: true })
    expect(body.events).toMatchObject([deactivated])
  })

  test.each([
    [
      ['list-users', '--realm', 'nowhere'],
      'No organization is called "nowhere": list-realms prints all of them',
    ],
    [
      ['api-key', '--realm', '', '--email', 'yorick@demo.test'],
      'No user of Loquat demonstration has the address "yorick@demo.test"',
    ],
    [['create-realm', '--subdomain', '', '--name', 'Second'], /already in use/],
    [['create-realm', '--subdomain', 'x', '--name', 'X', '--host', 'globe.localhost'], /already in use/],
    [['create-realm', '--subdomain', 'x', '--name', 'X'.repeat(41)], /^Organization name is too long/],
    [['create-realm', '--subdomain', 'no_good', '--name', 'Bad'], /^Subdomain can only have/],
    [
      ['create-realm', '--subdomain', 'x', '--name', 'X', '--owner-email', 'x@x.test'],
      'Set both --owner-email and --owner-name, or neither',
    ],
    [
      ['create-realm', '--subdomain', 'x', '--name', 'X', '--owner-email', 'x', '--owner-name', 'Xenia'],
      "Invalid email 'x'",
    ],
    [
      ['create-realm', '--subdomain', 'x', '--name', 'X', '--owner-email', 'x@x.test', '--owner-name', 'X'],
      'Name too short!',
    ],
    [
      ['create-user', '--realm', '', '--email', 'hamlet@demo.test', '--name', 'Hamlet'],
      'Email is already in use.',
    ],
    [
      ['create-user', '--realm', '', '--email', 'user7@localhost', '--name', 'Hamlet'],
      "Email 'user7@localhost' is reserved for users who hide their address",
    ],
    [
      ['create-user', '--realm', '', '--email', 'y@demo.test', '--name', 'Y', '--password', 'short'],
      'A password has 6 to 100 characters, not 5',
    ],
    [
      ['create-user', '--realm', '', '--email', 'y@demo.test', '--name', 'Y', '--password', 'password1'],
      'The password is too easy to guess: choose a longer one',
    ],
    [
      ['change-role', '--realm', '', '--email', 'zoe@demo.test', '--role', 'king'],
      /^error: .*choices are owner/,
    ],
    [
      ['grant', '--realm', '', '--email', 'iago@demo.test', '--permission', 'fly'],
      /^error: .*choices are can_create_users/,
    ],
    [['set-invitation-limit', '--realm', '', '--per-day', 'many'], '--per-day must be a number or "default"'],
    [['set-request-limit', '--realm', '', '--per-minute', '0'], /^--per-minute must be a number from 1 to/],
    [['create-user', '--realm', ''], /^error: required option '--email/],
    [['import', import.meta.dirname], /^This is no archive of Loquat, Zulip/],
    [['invte', 'a@b.test'], "error: unknown command 'invte' (Did you mean invite?)"],
    [['list-users', '--relm', ''], "error: unknown option '--relm' (Did you mean --realm?)"],
    [['exit-pursued'], "error: unknown command 'exit-pursued'"],
  ])('a mistake is one line: %j', async (args, line) => {
    expect(await fails(...args)).toMatch(line)
  })

  test('an unreachable server causes one line', async () => {
    const nowhere = { ...world.env, DATABASE_URL: `postgres://127.0.0.1:${await freePort()}/x` }
    expect(await run(nowhere, ['list-realms'])).toEqual({
      code: 1,
      stdout: '',
      stderr: 'Postgres cannot be reached (ECONNREFUSED): start it, or correct DATABASE_URL\n',
    })
    const withoutRedis = { ...world.env, REDIS_URL: `redis://127.0.0.1:${await freePort()}` }
    expect(await run(withoutRedis, ['creation-link'])).toEqual({
      code: 1,
      stdout: '',
      stderr: 'Redis cannot be reached: start it, or correct REDIS_URL\n',
    })
    const nobody = `127.0.0.1:${await freePort()}`
    expect(await run(world.env, ['log-in', `http://${nobody}`])).toEqual({
      code: 1,
      stdout: '',
      stderr: `http://${nobody} cannot be reached: connect ECONNREFUSED ${nobody}\n`,
    })
  })

  test('a server that accepts connections and never answers causes one line', async () => {
    const silent = createServer(() => undefined).listen(0, '127.0.0.1')
    await once(silent, 'listening')
    const address = `127.0.0.1:${(silent.address() as AddressInfo).port}`
    const withoutPostgres = { ...world.env, DATABASE_URL: `postgres://${address}/x` }
    const withoutRedis = { ...world.env, REDIS_URL: `redis://${address}` }
    try {
      const [postgres, redis] = await Promise.all([
        run(withoutPostgres, ['list-realms']),
        run(withoutRedis, ['creation-link']),
      ])
      expect(postgres).toMatchObject({ code: 1, stdout: '' })
      expect(postgres.stderr).toMatch(/^Postgres cannot be reached \([^\n]+\n$/)
      expect(redis).toEqual({
        code: 1,
        stdout: '',
        stderr: 'Redis cannot be reached: start it, or correct REDIS_URL\n',
      })
    } finally {
      silent.close()
    }
  })
})

describe('on the servers of npm start', () => {
  let folder: string
  let started: ChildProcess | undefined

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'loquat-command-line-'))
  })
  afterAll(async () => {
    if (started !== undefined && started.exitCode === null) {
      started.kill('SIGTERM')
      await once(started, 'exit')
    }
    await rm(folder, { recursive: true, force: true })
  })

  test('commands find the running servers, for the same account only', { timeout: 600_000 }, async () => {
    const env = { DATA_DIR: join(folder, 'var') }
    const nothing = {
      code: 1,
      stdout: '',
      stderr: `No server is running on ${env.DATA_DIR}: start one with npm start, or set DATABASE_URL and REDIS_URL\n`,
    }
    expect(await run(env, ['list-realms'])).toEqual(nothing)

    const port = await freePort()
    let output = ''
    started = spawn(process.execPath, [compiled('cli/start.js')], {
      env: { PATH: process.env.PATH, ...env, PORT: String(port), HOST: '127.0.0.1', LOG_LEVEL: 'silent' },
    })
    started.stdout?.on('data', (chunk) => (output += chunk))
    await vi.waitFor(() => expect(output).toContain('Press Ctrl-C to stop'), { timeout: 120_000 })
    const addresses = join(env.DATA_DIR, 'addresses.json')
    expect((await stat(addresses)).mode & 0o777).toBe(0o600)

    // The welcome lists the demo accounts and how to get a key; the command line prints the same key.
    expect(output).toContain('polonius@demo.test')
    const [, address = '', form = ''] = /curl (\S+) -d (\S+ -d \S+)/.exec(output) ?? []
    const answer = await fetch(address, {
      method: 'POST',
      body: new URLSearchParams(form.replace(' -d ', '&')),
    })
    const { api_key } = (await answer.json()) as { api_key: string }
    const [, reference = ''] = /Docs +(\S+)/.exec(output) ?? []
    expect(await (await fetch(reference)).text()).toContain('<h1>Loquat API</h1>')
    const key = await run(env, ['api-key', '--realm', 'demo.test', '--email', 'desdemona@demo.test'])
    expect(key).toEqual({ code: 0, stdout: `${api_key}\n`, stderr: '' })
    expect((await run(env, ['list-realms'])).stdout).toContain(`http://localhost:${port}`)

    const left = await readFile(addresses, 'utf8')
    started.kill('SIGTERM')
    await once(started, 'exit')
    await expect(stat(addresses)).rejects.toThrow('ENOENT')
    expect(JSON.parse(left)).toMatchObject({ databaseUrl: expect.any(String), redisUrl: expect.any(String) })
    expect(await run(env, ['list-realms'])).toEqual(nothing)
  })
})
