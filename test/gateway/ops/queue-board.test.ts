import '../../harness/product.ts'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { openCore } from '../../../core/open-core.ts'
import type { RealmId } from '../../../core/platform/ids.ts'
import { BullSink } from '../../../core/platform/jobs/sink.ts'
import type { Core } from '../../../core/state/core.ts'
import { redacted } from '../../../gateway/ops/redact.ts'
import { defineJob } from '../../../workers/running/define-job.ts'
import { JobWorker } from '../../../workers/running/worker.ts'
import { browserMissing, TestBrowser } from '../../harness/browser.ts'
import { anyJob } from '../../harness/jobs.ts'
import { silent, World } from '../../harness/world.ts'

const PASSWORD = 'an operator of the tests'
const credentials = { username: 'operator', password: PASSWORD }
const authorization = `Basic ${Buffer.from(`operator:${PASSWORD}`).toString('base64')}`

let world: World
let url: string
let core: Core
let sink: BullSink
let worker: JobWorker
/** Whether the job succeeds. */
let isMended = false
let done = 0

const greet = defineJob({
  queue: 'notifications',
  name: 'greet',
  run: async () => {
    if (!isMended) throw new Error('The greeting got stuck.')
    done++
  },
})

beforeAll(async () => {
  world = await World.create({ OPERATOR_PASSWORD: PASSWORD })
  url = (await world.gateway()).url
  sink = new BullSink(world.config.redisUrl)
  core = await openCore(world.config, silent, sink)
  worker = new JobWorker(core, silent.child({}, { level: 'silent' }), sink, world.config)
  await worker.start([greet])
  const data = { token: 'KQ3', who: 'hamlet@elsinore.test', n: 1 }
  await core.transact(world.organization.realmId as RealmId, async (tx) =>
    tx.enqueue(anyJob('notifications', 'greet'), data),
  )
  await vi.waitFor(async () => expect(await sink.queue('notifications').getFailedCount()).toBe(1), {
    timeout: 10_000,
  })
})
afterAll(async () => {
  await worker.stop()
  await core.close()
  await sink.close()
  await world.close()
})

const request = (path: string, init: RequestInit = {}) =>
  fetch(url + path, { ...init, headers: { authorization, ...init.headers } })

describe.skipIf(browserMissing)('in a browser', () => {
  let browser: TestBrowser
  beforeAll(async () => {
    browser = await TestBrowser.start()
  })
  afterAll(() => browser.close())

  test('a failed job shows its reason and can be retried, and nothing of other sites is loaded', async () => {
    const { page, faults, context } = await browser.open({ httpCredentials: credentials })
    const requested: string[] = []
    context.on('request', (request) => void requested.push(request.url()))
    await page.goto(`${url}/ops/queues`)
    await page
      .getByRole('link', { name: /notifications/ })
      .first()
      .click()
    await page.goto(`${url}/ops/queues/queue/notifications?status=failed`)
    await page.getByText('The greeting got stuck.').first().waitFor()
    const text = await page.locator('body').innerText()
    for (const [colorScheme, ground] of [
      ['dark', 'rgb(26, 23, 20)'],
      ['light', 'rgb(251, 250, 247)'],
    ] as const) {
      await page.emulateMedia({ colorScheme })
      await expect.poll(() => page.evaluate('getComputedStyle(document.body).backgroundColor')).toBe(ground)
    }
    expect(text).toContain('greet')
    expect(text).not.toContain('KQ3')
    expect(text).not.toContain('hamlet@')

    isMended = true
    await page.getByRole('button', { name: 'Retry all' }).click()
    await page.getByRole('button', { name: 'Confirm' }).click()
    await expect.poll(() => done, { timeout: 120_000 }).toBe(1)
    await page.goto(`${url}/ops/queues/queue/notifications?status=completed`)
    await page.getByText('greet').first().waitFor()
    expect(faults).toEqual([])
    expect(requested.filter((address) => !address.startsWith(url) && !address.startsWith('data:'))).toEqual(
      [],
    )
    await context.close()
  })

  test('wrong credentials are refused', async () => {
    const wrong = { username: 'operator', password: 'sesame' }
    const { page, context } = await browser.open({ httpCredentials: wrong })
    const answer = await page.goto(`${url}/ops/queues`)
    expect(answer?.status()).toBe(401)
    expect(await page.locator('body').innerText()).not.toContain('notifications')
    await context.close()
  })
})

test('everything below the path needs the credentials, its files too', async () => {
  const page = await (await request('/ops/queues')).text()
  const script = /src="(static\/js\/main[^"]*)"/.exec(page)![1]
  for (const path of ['/ops/queues', '/ops/queues/api/queues', `/ops/queues/${script}`]) {
    expect((await fetch(url + path)).status).toBe(401)
    expect((await request(path)).status).toBe(200)
  }
  expect(page).not.toContain('googleapis')
  const escaped = await request('/ops/queues/static/..%2f..%2f..%2fpackage.json')
  expect(escaped.status).toBe(404)
})

test.each([
  ['POST', 'add'],
  ['PUT', 'obliterate'],
  ['PUT', 'empty'],
  ['PUT', 'concurrency'],
  ['PATCH', 'outbox-1/update-data'],
  ['PUT', 'job-schedulers/x/remove'],
])('%s …/%s is refused', async (method, what) => {
  const answer = await request(`/ops/queues/api/queues/notifications/${what}`, { method, body: '{}' })
  expect([answer.status, await answer.text()]).toEqual([403, 'This change is not allowed here.\n'])
})

test('a page of another site cannot pause a queue', async () => {
  const headers = { 'sec-fetch-site': 'cross-site', origin: 'https://evil.test' }
  const pause = '/ops/queues/api/queues/notifications/pause'
  expect((await request(pause, { method: 'PUT', headers })).status).toBe(403)
  expect(await sink.queue('notifications').isPaused()).toBe(false)
  expect((await request(pause, { method: 'PUT' })).status).toBe(200)
  expect(await sink.queue('notifications').isPaused()).toBe(true)
  expect((await request(pause.replace('pause', 'resume'), { method: 'PUT' })).status).toBe(200)
  const actions = await (await request('/ops/jobs')).text()
  expect(actions).toMatch(/changes in Bull Board: [\w-]+\/resume<.*changes in Bull Board: [\w-]+\/pause</s)
})

test('secrets in the data of a job are hidden, and long values are cut', () => {
  const data = {
    token: 'x',
    apiKey: 'x',
    api_key: 'x',
    confirmationLink: 'https://x',
    keys: ['a', 'b'],
    to: 'Ophelia <ophelia@elsinore.test>',
    nested: [{ password: 'x', user: 4, byMe: true }],
    text: 'x'.repeat(600),
    many: Array.from({ length: 60 }, (_, n) => n),
    key: null,
  }
  const shown = redacted(data) as Record<string, unknown>
  for (const name of ['token', 'apiKey', 'api_key', 'confirmationLink', 'keys']) {
    expect(shown[name]).toBe('(hidden)')
  }
  expect(shown.to).toBe('Ophelia <…@elsinore.test>')
  expect(shown.nested).toEqual([{ password: '(hidden)', user: 4, byMe: true }])
  expect(shown.text).toBe(`${'x'.repeat(500)}… (600 characters)`)
  expect((shown.many as unknown[]).slice(-1)).toEqual(['… 10 more'])
  expect(shown.key).toBeNull()
  const deep = {}
  let at: Record<string, unknown> = deep
  for (let n = 0; n < 1000; n++) at = at.in = {}
  expect(JSON.stringify(redacted(deep)).length).toBeLessThan(200)
})
