import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { QUEUES } from '../../../core/platform/jobs/names.ts'
import { browserMissing, TestBrowser } from '../../harness/browser.ts'
import { programOf } from '../../harness/programs.ts'
import { Queue } from '../../harness/queue.ts'
import { type SpawnedProcess, spawnProcess } from '../../harness/spawn.ts'
import { World } from '../../harness/world.ts'

const PASSWORD = 'an operator of the tests'
const authorization = `Basic ${Buffer.from(`operator:${PASSWORD}`).toString('base64')}`
const soon = { timeout: 120_000, interval: 50 }

let world: World
let urls: string[]
let worker: SpawnedProcess

beforeAll(async () => {
  world = await World.create({ OPERATOR_PASSWORD: PASSWORD })
  urls = [(await world.gateway()).url, (await world.gateway()).url]
  const env = { ...world.env, WORKER_QUEUES: 'upkeep,email', LOG_LEVEL: 'silent' }
  const started = await spawnProcess(programOf('workers/main.ts'), env)
  if (typeof started !== 'object') throw new Error(`the worker ended before it was ready: ${started}`)
  worker = started
  await world.sql(
    `INSERT INTO job_outbox (queue, name, data, failed_at, failure)
     VALUES ('push', 'ring', '{}', now(), 'No ear at <b>ophelia@elsinore.test</b>')`,
  )
})
afterAll(async () => {
  worker.kill('SIGKILL')
  await worker.exited
  await world.close()
})

const request = (url: string, path: string, init: RequestInit = {}) =>
  fetch(url + path, { ...init, headers: { authorization, ...init.headers } })

/** Samples in the format of Prometheus: the name with its labels, and the value. */
async function metrics(url: string): Promise<Map<string, number>> {
  const text = await (await fetch(`${url}/metrics`)).text()
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  return new Map(
    lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ')))]),
  )
}
const named = (all: Map<string, number>, start: string) =>
  [...all].filter(([name]) => name.startsWith(`${start}{`)).map(([, value]) => value)

test('every gateway reports all processes and jobs to Prometheus', async () => {
  for (const url of urls) {
    await vi.waitFor(async () => {
      const all = await metrics(url)
      expect(named(all, 'loquat_process_info')).toEqual([1, 1, 1])
      expect(named(all, 'loquat_process_uptime_seconds').every((value) => value > 0)).toBe(true)
      expect(named(all, 'loquat_process_waiting_polls').length).toBe(2)
      expect(all.get('loquat_redis_up')).toBe(1)
      expect(all.get('loquat_queue_jobs{queue="upkeep",state="failed"}')).toBe(0)
      expect(all.get('loquat_jobs_given_up{queue="push"}')).toBe(1)
      const ran = [...all].find(([name]) =>
        /^loquat_jobs_total\{queue="upkeep",job="save-presence",outcome="done"/.test(name),
      )
      expect(ran?.[1]).toBeGreaterThan(0)
      expect(named(all, 'loquat_job_duration_seconds_bucket').length).toBeGreaterThan(5)
    }, soon)
  }
  const text = await (await fetch(`${urls[0]}/metrics`)).text()
  const declared = [...text.matchAll(/^# TYPE (\S+)/gm)].map((match) => match[1]!)
  expect(new Set(declared).size).toBe(declared.length)
  const manual = await readFile(new URL('../../../docs/operations.md', import.meta.url), 'utf8')
  const events = manual.replaceAll(', `_', ', `loquat_process_database_')
  const ours = [...declared.filter((name) => name.startsWith('loquat_')), ...QUEUES]
  expect(ours.filter((name) => !events.includes(`\`${name}`))).toEqual([])
})

test('only the operator sees and uses the overview', async () => {
  for (const path of ['/ops', '/ops/figures']) expect((await fetch(urls[0] + path)).status).toBe(401)
  const retry = (queue: string, id: string, headers = {}) =>
    request(urls[0]!, '/ops/jobs/change', {
      ...{ method: 'POST', headers, redirect: 'manual' },
      body: new URLSearchParams({ queue, id, change: 'retry', confirmed: 'yes' }),
    })
  const [row] = await world.sql<{ id: string }>("SELECT id FROM job_outbox WHERE name = 'ring'")
  expect((await fetch(`${urls[0]}/ops/jobs/change`, { method: 'POST' })).status).toBe(401)
  expect((await retry('push', `outbox-${row!.id}`, { 'sec-fetch-site': 'cross-site' })).status).toBe(403)
  for (const [queue, id] of [
    ['push', 'outbox-999999'],
    ['nothing', `outbox-${row!.id}`],
    ['push', 'x'],
    ['push', '9'.repeat(30)],
  ] as const) {
    expect((await retry(queue, id)).status).toBe(404)
  }
  expect(
    (await world.sql("SELECT FROM job_outbox WHERE name = 'ring' AND failed_at IS NOT NULL")).length,
  ).toBe(1)
})

test('without Redis the overview reports this and shows its own gateway', async () => {
  const { url } = await world.gateway({ REDIS_URL: 'redis://127.0.0.1:1' })
  const text = await vi.waitFor(async () => {
    const page = await (await request(url, '/ops')).text()
    expect(page).toContain('Redis does not answer.')
    return page
  }, soon)
  expect(text).toContain('of 10 in use')
  expect((await metrics(url)).get('loquat_redis_up')).toBe(0)
})

describe.skipIf(browserMissing)('in a browser', () => {
  let browser: TestBrowser
  beforeAll(async () => {
    browser = await TestBrowser.start()
  })
  afterAll(() => browser.close())

  test('figures update by themselves; a failed job shows its reason and can be retried', async () => {
    const httpCredentials = { username: 'operator', password: PASSWORD }
    const { page, faults, context } = await browser.open({ httpCredentials })
    await page.goto(`${urls[0]}/ops`)
    const all = page.getByRole('region', { name: 'Live connections' }).getByRole('row', { name: /^All/ })
    await expect.poll(() => all.innerText(), soon).toMatch(/^All\s+0\s+0\s+0/)

    const queue = await Queue.register(world.client(urls[1]!, 'hamlet'))
    const poll = queue.poll()
    await expect.poll(() => all.innerText(), soon).toMatch(/^All\s+1\s+0\s+0\s+1/)
    await queue.poll({ dont_block: true })
    await poll

    const attention = page.locator('[data-part="attention"]')
    const push = attention.getByText('No worker runs the queue push')
    await push.waitFor({ state: 'attached' })
    const folded = attention.locator('details', { has: page.getByText('No worker runs the queue push') })
    await folded.locator('summary').click()
    await page.evaluate('document.activeElement.blur()')
    await page.waitForResponse(/\/ops\/figures$/)
    await push.waitFor()
    const failed = page.getByRole('region', { name: 'Jobs that failed permanently' })
    expect(await failed.innerText()).toContain('No ear at <b>…@elsinore.test</b>')
    await failed.getByRole('button', { name: /^Try again: ring \(\d+\)$/ }).click()
    await page.getByRole('heading', { level: 1, name: /^Try again: ring \(outbox-\d+\)\?$/ }).waitFor()
    await page.getByRole('link', { name: 'Cancel' }).click()
    await page.getByRole('heading', { name: '1 failed job of push' }).waitFor()
    await page.goto(`${urls[0]}/ops`)
    // By keyboard: the question has the focus on its button.
    await failed.getByRole('button', { name: /^Try again: ring \(\d+\)$/ }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: /^Try again: ring/ }).waitFor()
    await page.keyboard.press('Enter')
    await page.getByText(/retries ring \(outbox-\d+\)/).waitFor()
    await page.goto(`${urls[0]}/ops`)
    await failed.getByText('None.').waitFor()
    expect((await world.sql("SELECT FROM job_outbox WHERE name = 'ring' AND failed_at IS NULL")).length).toBe(
      1,
    )

    await page.setViewportSize({ width: 360, height: 780 })
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(360)
    await page.getByRole('button', { name: 'Stop refreshing' }).click()
    expect(await page.getByRole('button', { pressed: true }).count()).toBe(1)
    expect(faults).toEqual([])
    await context.close()
  })

  test('the page is accessible to screen readers', async () => {
    const httpCredentials = { username: 'operator', password: PASSWORD }
    const { page, context } = await browser.open({ httpCredentials, javaScriptEnabled: false })
    await page.goto(`${urls[0]}/ops`)
    expect(await page.locator('html').getAttribute('lang')).toBe('en')
    expect(await page.getByRole('heading', { level: 1 }).allInnerTexts()).toEqual(['Operations'])
    for (const landmark of ['main', 'banner', 'navigation'] as const) {
      expect(await page.getByRole(landmark).count()).toBe(1)
    }
    const regions = await page.getByRole('region').count()
    expect(await page.getByRole('heading', { level: 2 }).count()).toBe(regions)
    for (const table of await page.getByRole('table').all()) {
      expect(await table.locator('caption').innerText()).not.toBe('')
      expect(await table.locator('th:not([scope])').count()).toBe(0)
    }
    await context.close()
  })
})

test('a stopped worker disappears, and is missed', async () => {
  worker.kill('SIGTERM')
  expect(await worker.exited).toBe(0)
  await vi.waitFor(async () => {
    expect(await (await request(urls[1]!, '/ops/figures')).text()).toContain('No worker is running.')
  }, soon)
})
