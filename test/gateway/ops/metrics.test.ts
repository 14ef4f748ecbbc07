import '../../harness/product.ts'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { programOf } from '../../harness/programs.ts'
import { type SpawnedProcess, spawnProcess } from '../../harness/spawn.ts'
import { World } from '../../harness/world.ts'

const soon = { timeout: 120_000, interval: 100 }
const root = new URL('../../../', import.meta.url)
const read = (path: string) => readFileSync(new URL(path, root), 'utf8')

let world: World
let url: string
let worker: SpawnedProcess

async function startWorker(): Promise<SpawnedProcess> {
  const started = await spawnProcess(programOf('workers/main.ts'), { ...world.env, LOG_LEVEL: 'silent' })
  if (typeof started !== 'object') throw new Error(`the worker ended before it was ready: ${started}`)
  return started
}

beforeAll(async () => {
  world = await World.create()
  url = (await world.gateway()).url
  worker = await startWorker()
  await world.sql(
    `INSERT INTO job_outbox (queue, name, data, failed_at, failure) VALUES ('push', 'deliver-push', '{}', now(), 'x')`,
  )
  const hamlet = world.client(url, 'hamlet')
  const to = JSON.stringify([world.userId('hamlet')])
  await hamlet.post('/messages', { type: 'direct', to, content: 'To be' })
  // A job that fails: its data do not match its declaration.
  await world.sql(`INSERT INTO job_outbox (queue, name, data) VALUES ('push', 'deliver-push', '{}')`)
})
afterAll(async () => {
  worker.kill('SIGKILL')
  await worker.exited
  await world.close()
})

const scrape = async () => (await fetch(`${url}/metrics`)).text()
/** The samples, without values. */
const seriesOf = (all: string) =>
  all
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => line.slice(0, line.lastIndexOf(' ')))
const namesOf = (all: string) => new Set(seriesOf(all).map((series) => series.replace(/\{.*/, '')))

/** The metrics of both processes, when all of them have reported what the set-up did. */
const complete = () =>
  vi.waitFor(async () => {
    const all = await scrape()
    expect(all).toMatch(/^loquat_messages_sent_total\{process="gateway-1"\} 1$/m)
    expect(all).toMatch(
      /^loquat_job_failures_total\{queue="push",reason="permanent",process="worker-1"\} 1$/m,
    )
    expect(all).toMatch(/^loquat_jobs_total\{queue="upkeep",job="save-presence",outcome="done"/m)
    return all
  }, soon)

test('promtool has no complaint', async () => {
  const promtool = spawn('promtool', ['check', 'metrics'], { stdio: ['pipe', 'pipe', 'pipe'] })
  const exited = once(promtool, 'exit')
  promtool.stdin.end(await complete())
  const output = await Promise.all([text(promtool.stdout), text(promtool.stderr)])
  expect([...output, (await exited)[0]]).toEqual(['', '', 0])
})

test('all names have one prefix, and no label names a process number or an id', async () => {
  const all = await complete()
  expect([...namesOf(all)].filter((name) => !name.startsWith('loquat_'))).toEqual([])
  expect(all).not.toContain(`"${process.pid}"`)
  expect(all).not.toMatch(/process="(gateway|worker)-(?!\d+")/)
  expect(all).toMatch(/^loquat_build_info\{version="[^"]+"\} 1$/m)
})

test('every name in dashboards, rules of scaling and the manual is a metric', async () => {
  const known = namesOf(await complete())
  const rulesOfScaling = new Set(['loquat_connections', 'loquat_queue_age_seconds'])
  const folder = 'deploy/grafana/'
  const dashboards = readdirSync(new URL(folder, root)).filter((name) => name.endsWith('.json'))
  expect(dashboards.length).toBeGreaterThan(0)
  const files = [...dashboards.map((name) => folder + name), 'docs/deploy.md', 'docs/packaging.md']
  for (const file of files) {
    const used = new Set(read(file).match(/\bloquat_[a-z0-9_]+\b/g) ?? [])
    const unknown = [...used].filter((name) => !known.has(name) && !rulesOfScaling.has(name))
    expect(unknown.map((name) => `${file}: ${name}`)).toEqual([])
  }
})

test('the chart brings the same dashboards as the folder', () => {
  for (const name of readdirSync(new URL('deploy/grafana/', root)).filter((each) => each.endsWith('.json')))
    expect(read(`deploy/helm/loquat/dashboards/${name}`)).toBe(read(`deploy/grafana/${name}`))
})

// The last test: the new process has not done what the set-up did.
test('a restarted process continues the series of the former one', async () => {
  const before = new Set(seriesOf(await complete()).filter((each) => each.includes('process="worker-')))
  worker.kill('SIGTERM')
  await worker.exited
  worker = await startWorker()
  await vi.waitFor(async () => {
    const after = seriesOf(await scrape()).filter((each) => each.includes('process="worker-'))
    expect(after.length).toBeGreaterThan(20)
    expect(after.filter((each) => each.includes('loquat_process_') && !before.has(each))).toEqual([])
    expect(after.filter((each) => !each.includes('process="worker-1"'))).toEqual([])
  }, soon)
})
