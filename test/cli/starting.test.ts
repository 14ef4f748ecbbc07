import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { preparationProcess } from '../../cli/supervisor/preparation.ts'
import { freePort } from '../../config/embedded/processes.ts'
import { FlakyProxy } from '../harness/flaky-proxy.ts'
import { compiled } from '../harness/product.ts'
import { type Settings, World } from '../harness/world.ts'

// Processes start in these tests, which takes long on a busy machine.
vi.setConfig({ testTimeout: 600_000, hookTimeout: 600_000 })

const PATIENCE = { timeout: 120_000, interval: 50 }

let world: World
beforeAll(async () => {
  world = await World.create()
})
afterAll(() => world.close())

class Program {
  readonly child: ChildProcess
  output = ''
  complaints = ''

  constructor(what: 'gateway' | 'workers', settings: Settings) {
    const script = fileURLToPath(new URL(`../../dist/${what}/main.js`, import.meta.url))
    this.child = spawn(process.execPath, [script], {
      env: { PATH: process.env.PATH, ...world.env, LOG_LEVEL: 'info', ...settings },
    })
    this.child.stdout?.on('data', (chunk) => (this.output += chunk))
    this.child.stderr?.on('data', (chunk) => (this.complaints += chunk))
    programs.push(this)
  }

  says(text: string): Promise<void> {
    return vi.waitFor(() => expect(this.output).toContain(text), PATIENCE)
  }

  async exitCode(): Promise<number | null> {
    if (this.child.exitCode === null) await once(this.child, 'close')
    return this.child.exitCode
  }
}

const programs: Program[] = []
afterEach(async () => {
  for (const program of programs.splice(0)) {
    if (program.child.exitCode !== null) continue
    program.child.kill('SIGKILL')
    await once(program.child, 'exit')
  }
})

const databaseWith = (change: (url: URL) => void): string => {
  const url = new URL(world.env.DATABASE_URL!)
  change(url)
  return url.href
}

test('a gateway and a worker that start while Postgres is away wait for it, and log this and when they serve', async () => {
  const proxy = new FlakyProxy(new URL(world.env.DATABASE_URL!))
  const port = await proxy.start()
  await proxy.stop()
  const away = databaseWith((url) => {
    url.hostname = '127.0.0.1'
    url.port = String(port)
  })
  const listens = String(await freePort())
  const gateway = new Program('gateway', { DATABASE_URL: away, PORT: listens })
  const worker = new Program('workers', { DATABASE_URL: away })
  await gateway.says(`waiting for Postgres at 127.0.0.1:${port}: connect ECONNREFUSED`)
  await worker.says(`waiting for Postgres at 127.0.0.1:${port}: connect ECONNREFUSED`)
  expect(gateway.output).not.toContain('is ready')

  await proxy.start()
  await gateway.says(`"address":"http://127.0.0.1:${listens}","msg":"the gateway is ready"`)
  await worker.says('the worker is ready')
  expect(gateway.output.match(/waiting for Postgres/g)).toHaveLength(1)
  expect(await (await fetch(`http://127.0.0.1:${listens}/health/live`)).text()).toBe('ok\n')
  gateway.child.kill('SIGTERM')
  worker.child.kill('SIGTERM')
  expect(await Promise.all([gateway.exitCode(), worker.exitCode()])).toEqual([0, 0])
  await proxy.stop()
})

test('a gateway that starts while Redis is away logs this, and serves', async () => {
  const redis = await freePort()
  const gateway = new Program('gateway', {
    REDIS_URL: `redis://127.0.0.1:${redis}`,
    PORT: String(await freePort()),
  })
  await gateway.says(`Redis at 127.0.0.1:${redis} is not reachable`)
  await gateway.says('the gateway is ready')
})

test.each([
  ['a database that there is not', { pathname: '/nowhere' }, /does not exist$/],
  ['a user that there is not', { username: 'nobody' }, /nobody/],
])('%s in DATABASE_URL causes one line and an exit', async (_, wrong, words) => {
  const gateway = new Program('gateway', { DATABASE_URL: databaseWith((url) => Object.assign(url, wrong)) })
  expect(await gateway.exitCode()).toBe(1)
  const [line, ...rest] = gateway.complaints.trimEnd().split('\n')
  expect(rest).toEqual([])
  expect(line).toMatch(/^Postgres at \S+ refuses DATABASE_URL: /)
  expect(line).toMatch(words)
})

test('all invalid settings are reported, one line each', async () => {
  const gateway = new Program('gateway', { PORT: 'http', DATABASE_URL: '', GATEWAYS: '0' })
  expect(await gateway.exitCode()).toBe(1)
  expect(gateway.complaints.trimEnd().split('\n')).toEqual([
    'PORT is "http"; it must be a whole number from 0 to 65535',
    expect.stringMatching(/^GATEWAYS is "0"; it must be /),
    'DATABASE_URL is not set; it must be a postgres:// URL, or postgres://USER:PASSWORD@HOST:PORT,HOST:PORT/DATABASE',
  ])
})

test('a port in use causes one line', async () => {
  const taken = createServer().listen(0, '127.0.0.1')
  await once(taken, 'listening')
  const { port } = taken.address() as { port: number }
  const gateway = new Program('gateway', { PORT: String(port) })
  expect(await gateway.exitCode()).toBe(1)
  expect(gateway.complaints).toMatch(/^Cannot listen on 127\.0\.0\.1:\d+: .*\n$/)
  taken.close()
})

test('a version of Node without a binary causes one line, from a gateway and from npm start', async () => {
  const line = `There is no binary of uWebSockets.js for Node 23 on ${process.platform}-${process.arch}: use Node 22 or 24`
  const fixture = new URL('../fixtures/other-node.mjs', import.meta.url).href
  const gateway = new Program('gateway', { NODE_OPTIONS: `--import ${fixture}` })
  expect(await gateway.exitCode()).toBe(1)
  expect(gateway.complaints).toBe(`${line}\n`)
  const env = { PATH: process.env.PATH, ...world.env, NODE_OPTIONS: `--import ${fixture}` }
  const preparation = preparationProcess(compiled('cli/prepare.js'), env)
  await expect(preparation.readConfig()).resolves.toMatchObject({ databaseUrl: world.env.DATABASE_URL })
  await expect(preparation.migrate(env)).rejects.toThrow(line)
})

test('a variable without a value is not set for the migration', async () => {
  const env = {
    PATH: process.env.PATH,
    ...world.env,
    NODE_ENV: 'production',
    OPERATOR_PASSWORD: 'x'.repeat(16),
  }
  const preparation = preparationProcess(compiled('cli/prepare.js'), env)
  await preparation.readConfig()
  const { config } = await preparation.migrate({ ...env, OPERATOR_PASSWORD: undefined })
  expect(config.operatorPassword).toBeUndefined()
})

test('a process of the preparation that is killed is an error with its signal', async () => {
  const preparation = preparationProcess(fileURLToPath(new URL('../fixtures/killed.mjs', import.meta.url)))
  await expect(preparation.readConfig()).rejects.toThrow('the configuration could not be read (SIGKILL)')
})

test.each([0, 500])(
  'a process of the preparation that is killed %i ms before the second request is such an error too',
  async (wait) => {
    const script = fileURLToPath(new URL('../fixtures/killed-later.mjs', import.meta.url))
    const preparation = preparationProcess(script)
    await preparation.readConfig()
    await sleep(wait)
    await expect(preparation.migrate({})).rejects.toThrow('the database could not be prepared (SIGKILL)')
  },
)
