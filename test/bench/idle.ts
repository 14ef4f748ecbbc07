import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { startPostgres } from '../../config/embedded/postgres.ts'
import { freePort } from '../../config/embedded/processes.ts'
import { startRedis } from '../../config/embedded/redis.ts'
import { type ProcessUse, processTree, proportionalMib } from './process-tree.ts'
import { printTable } from './report.ts'

const SECONDS = Number(process.env.BENCH_SECONDS ?? 60)
/**
 * Time after the last request until everything is quiet: caches are filled, and garbage has been collected.
 */
const QUIET_SECONDS = Number(process.env.BENCH_QUIET_SECONDS ?? 90)
const START = fileURLToPath(new URL('../../dist/cli/start.js', import.meta.url))

/**
 * Measures the idle cost of `npm start`: processor time a second and memory by process. A message was sent
 * before, so the gateway and the worker have the organization in memory. The limit is an empty Node process
 * beside a Postgres and a Redis that nobody uses, in the same run.
 */
export async function idle(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'loquat-idle-'))
  const [server, bare] = await Promise.all([startServer(folder), startBare(join(folder, 'bare'))])
  try {
    await sleep(QUIET_SECONDS * 1000)
    const read = (roots: readonly number[]) => roots.flatMap(processTree)
    const before = { server: read([server.pid!]), bare: read(bare.pids) }
    await sleep(SECONDS * 1000)
    const limit = report('an empty Node, Postgres and Redis', before.bare, read(bare.pids))
    report('npm start, idle', before.server, read([server.pid!]), limit)
  } finally {
    server.kill('SIGTERM')
    await Promise.all([once(server, 'exit'), bare.stop()])
    await rm(folder, { recursive: true, force: true })
  }
}

interface Cost {
  readonly processor: number
  readonly mib: number
}

function report(
  title: string,
  before: readonly ProcessUse[],
  after: readonly ProcessUse[],
  limit?: Cost,
): Cost {
  const former = new Map(before.map(({ pid, processorMs }) => [pid, processorMs]))
  const rows = after.map(({ pid, name, processorMs }) => ({
    name,
    processor: (processorMs - (former.get(pid) ?? 0)) / SECONDS,
    mib: proportionalMib(pid),
  }))
  const sum = (what: 'processor' | 'mib') => rows.reduce((total, row) => total + row[what], 0)
  const all = { processor: sum('processor'), mib: sum('mib') }
  printTable(
    title,
    ['processor ms/s', 'memory MiB'],
    [
      ...rows.map(({ name, processor, mib }) => [name, [processor, 2], [mib, 1]] as const),
      ['all', [all.processor, 2], [all.mib, 1]],
      ...(limit === undefined
        ? []
        : [
            ['times the empty ones', [all.processor / limit.processor, 1], [all.mib / limit.mib, 1]] as const,
          ]),
    ],
  )
  return all
}

/** Starts the processes of `npm start`, and sends a message. */
async function startServer(folder: string): Promise<ChildProcess> {
  const port = await freePort()
  const url = `http://localhost:${port}`
  const child = spawn(process.execPath, ['--enable-source-maps', START], {
    env: { PATH: process.env.PATH, DATA_DIR: join(folder, 'data'), PORT: String(port), LOG_LEVEL: 'warn' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  child.stdout!.on('data', (chunk) => {
    output += chunk
  })
  while (!output.includes('Press Ctrl-C')) {
    if (child.exitCode !== null) throw new Error(output)
    await sleep(100)
  }
  const [, username = '', password = ''] = /-d username=(\S+) -d password=(\S+)/.exec(output)!
  const post = async (path: string, form: Record<string, string>, authorization = '') => {
    const body = new URLSearchParams(form)
    const headers = authorization === '' ? undefined : { authorization }
    const response = await fetch(`${url}/api/v1/${path}`, {
      method: 'POST',
      body,
      ...(headers && { headers }),
    })
    if (!response.ok) throw new Error(await response.text())
    return (await response.json()) as Record<string, string>
  }
  const { api_key: key = '' } = await post('fetch_api_key', { username, password })
  const authorization = `Basic ${Buffer.from(`${username}:${key}`).toString('base64')}`
  await post(
    'messages',
    { type: 'channel', to: 'Verona', topic: 'bench', content: 'A message.' },
    authorization,
  )
  return child
}

async function startBare(folder: string): Promise<{ pids: readonly number[]; stop(): Promise<void> }> {
  const [postgres, redis] = await Promise.all([
    startPostgres({ directory: folder }),
    startRedis({ directory: folder }),
  ])
  const node = spawn(process.execPath, ['-e', 'setInterval(() => {}, 3600_000)'], { stdio: 'ignore' })
  return {
    pids: [node.pid!, postgres.process.pid!, redis.process.pid!],
    stop: async () => {
      node.kill()
      await Promise.all([postgres.stop(), redis.stop()])
    },
  }
}
