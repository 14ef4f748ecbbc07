import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { commandLineOf } from '../../config/embedded/processes.ts'
import { SERVERS } from '../harness/servers.ts'

const UNIT_TEST = 'test/core/content/markdown/rendering/math.test.ts'
const ROUTE_TEST = 'test/gateway/routes/messages/drafts.test.ts'
const PATIENCE = { timeout: 120_000, interval: 20 }

/** The folder for temporary files of a run. */
let folder: string
let run: ChildProcess | undefined
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'run-'))
})
afterEach(async () => {
  if (run?.exitCode === null && run.signalCode === null) run.kill('SIGKILL')
  await rm(folder, { recursive: true, force: true })
})

/** Runs one test file as a run of its own. */
function start(file: string, settings: Readonly<Record<string, string>> = {}): ChildProcess {
  const own = Object.entries(process.env).filter(
    ([name]) => !/^(VITEST|NODE_OPTIONS|FORCE_COLOR|TEST$|LOQUAT_TEST_REDIS)/.test(name),
  )
  // Vitest itself, because a signal to npx does not reach it.
  run = spawn(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', file], {
    env: { ...Object.fromEntries(own), TMPDIR: folder, ...settings },
    stdio: 'ignore',
  })
  return run
}

test('a run without tests that need servers starts none', async () => {
  // A run that asked for servers would fail, because it cannot read this.
  const [code] = await once(start(UNIT_TEST, { [SERVERS]: 'no JSON' }), 'exit')
  expect(code).toBe(0)
  const [failed] = await once(start(ROUTE_TEST, { [SERVERS]: 'no JSON' }), 'exit')
  expect(failed).toBe(1)
})

test.each(['SIGKILL', 'SIGINT'] as const)(
  'a run that ends by %s leaves no servers and no files',
  async (signal) => {
    const child = start(ROUTE_TEST)
    const processes = await vi.waitFor(() => serversIn(folder), PATIENCE)
    for (const { pid, mark } of processes) expect(await commandLineOf(pid)).toContain(mark)
    child.kill(signal)
    await vi.waitFor(async () => {
      for (const { pid, mark } of processes) expect((await commandLineOf(pid)) ?? '').not.toContain(mark)
      const left = (await readdir(folder)).filter((name) => name.startsWith('loquat-test-'))
      expect(left).toEqual([])
    }, PATIENCE)
  },
)

/** The processes of Postgres and Redis whose data is below a folder, and a part of their command lines. */
async function serversIn(parent: string): Promise<{ pid: number; mark: string }[]> {
  const name = (await readdir(parent)).find((entry) => entry.startsWith('loquat-test-'))
  const directory = join(parent, name!)
  const files = ['cluster/postgres/postmaster.pid', 'redis/redis.pid']
  const texts = await Promise.all(files.map((file) => readFile(join(directory, file), 'utf8')))
  return texts.map((text) => ({ pid: Number.parseInt(text, 10), mark: directory }))
}
