import '../../harness/product.ts'
import axe from 'axe-core'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { BullSink } from '../../../core/platform/jobs/sink.ts'
import { addMark, seeMarks } from '../../../core/platform/series/marks.ts'
import { store } from '../../../core/platform/series/rings.ts'
import { browserMissing, TestBrowser } from '../../harness/browser.ts'
import { programOf } from '../../harness/programs.ts'
import { spawnProcess } from '../../harness/spawn.ts'
import { World } from '../../harness/world.ts'

const PASSWORD = 'an operator of the tests'
const authorization = `Basic ${Buffer.from(`operator:${PASSWORD}`).toString('base64')}`

/** The part of a canvas' context that the test uses. */
interface Pixels {
  getImageData(x: number, y: number, width: number, height: number): { readonly data: Uint8ClampedArray }
}

interface Box {
  readonly offsetLeft: number
  readonly offsetWidth: number
  querySelector(selector: string): Box
}

let world: World
let url: string
let sink: BullSink

beforeAll(async () => {
  world = await World.create({ OPERATOR_PASSWORD: PASSWORD })
  url = (await world.gateway()).url
  sink = new BullSink(world.env.REDIS_URL!)
})
afterAll(async () => {
  await sink.close()
  await world.close()
})

const ask = (path: string, init: RequestInit = {}) =>
  fetch(url + path, { redirect: 'manual', ...init, headers: { authorization, ...init.headers } })
const post = (path: string, fields: Record<string, string>, headers = {}) =>
  ask(path, { method: 'POST', body: new URLSearchParams(fields), headers })

async function failedMail(reason: string, user = 'hamlet'): Promise<number> {
  const data = { realm: world.organization.realmId, user: world.userId(user), at: 1 }
  const [row] = await world.sql<{ id: number }>(
    `INSERT INTO job_outbox (queue, name, data, failed_at, failure)
     VALUES ('email', 'new-login', $1, now(), $2) RETURNING id::int`,
    [JSON.stringify(data), reason],
  )
  return row!.id
}
const rowsOf = async (id: number) =>
  world.sql<{ failed: boolean }>('SELECT failed_at IS NOT NULL AS failed FROM job_outbox WHERE id = $1', [id])

describe('jobs', () => {
  test('a failed mail is shown in words, masked, and found by reason, organization, job and time', async () => {
    await world.sql('DELETE FROM job_outbox')
    await failedMail('550 No such mailbox <b>ophelia@elsinore.test</b>')
    const { realmId } = world.organization
    const list = async (query: string) => (await ask(`/ops/jobs?queue=email&state=failed&${query}`)).text()
    const all = await list('')
    expect(all).toContain('Mail about a new log-in')
    expect(all).toContain('to h…@demo.test')
    expect(all).toContain('550 No such mailbox &lt;b&gt;…@elsinore.test&lt;/b&gt;')
    expect(all).not.toContain('hamlet@')
    const found = ['reason=no+such', 'name=new-login', 'name=LOGIN', 'name=about+a+new', 'withinMinutes=60']
    for (const query of [...found, `realm=${realmId}`, 'realm=demonstration', 'realm=%20LOQUAT+demo'])
      expect(await list(query)).toContain('Mail about a new log-in')
    const none = ['reason=other', 'realm=999', 'realm=nobody', 'realm=99999999999999999999', 'name=digest']
    for (const query of [...none, 'olderThanMinutes=60', 'page=3'])
      expect(await list(query)).not.toContain('Mail about a new log-in')
  })

  test('jobs are sorted by job, organization, reason, time and attempts, also by the header of the column', async () => {
    await world.sql('DELETE FROM job_outbox')
    for (const [name, realm, reason, minutes] of [
      ['new-login', 3, 'b', 3],
      ['digest', 2, 'c', 1],
      ['invitation', 1, 'a', 2],
    ] as const)
      await world.sql(
        `INSERT INTO job_outbox (queue, name, data, failed_at, failure)
         VALUES ('email', $1, $2, now() - make_interval(mins => $3), $4)`,
        [name, JSON.stringify({ realm }), minutes, reason],
      )
    const sorted = async (order: string) => {
      const text = await (await ask(`/ops/jobs?queue=email&order=${order}`)).text()
      const reasons = [...text.matchAll(/data-column="Last reason">(.)</g)].map(([, reason]) => reason)
      return { order: reasons.join(''), sort: /aria-sort="(\w+)"><a [^>]*>([^<]+)/.exec(text)?.slice(1) }
    }
    expect(await sorted('newest')).toEqual({ order: 'cab', sort: ['descending', 'Since (UTC)'] })
    expect(await sorted('oldest')).toEqual({ order: 'bac', sort: ['ascending', 'Since (UTC)'] })
    expect(await sorted('job')).toEqual({ order: 'cab', sort: ['ascending', 'Job'] })
    expect(await sorted('organization')).toEqual({ order: 'acb', sort: ['ascending', 'Organization'] })
    expect(await sorted('reason')).toEqual({ order: 'abc', sort: ['ascending', 'Last reason'] })
    expect((await sorted('attempts')).sort).toEqual(['descending', 'Attempts'])
    const text = await (await ask('/ops/jobs?queue=email&reason=b&order=newest')).text()
    expect(text).toMatch(/<a href="[^"]*reason=b[^"]*order=oldest|<a href="[^"]*order=oldest[^"]*reason=b/)
    await world.sql('DELETE FROM job_outbox')
  })

  test.each([
    ['queue=nothing', 'queue'],
    ['state=none', 'state'],
    ['order=random', 'order'],
    [`realm=${'x'.repeat(201)}`, 'realm'],
    ['withinMinutes=x', 'withinMinutes'],
    ['page=-1', 'page'],
    ['page=1.5', 'page'],
    [`reason=${'x'.repeat(201)}`, 'reason'],
  ])('%s is refused', async (query, field) => {
    const answer = await ask(`/ops/jobs?${query}`)
    expect([answer.status, await answer.text()]).toEqual([400, `Wrong value: ${field}.\n`])
  })

  test('a NUL byte in a search finds nothing and fails nothing', async () => {
    expect((await ask('/ops/jobs?reason=%00x')).status).toBe(200)
    expect((await ask('/ops/jobs/email/%00')).status).toBe(404)
    expect((await ask('/ops/jobs/email/%ff')).status).toBe(404)
  })

  test('a change asks before it is made, and is noted', async () => {
    const id = await failedMail('550')
    const fields = { queue: 'email', id: `outbox-${id}`, change: 'retry' }
    const question = await post('/ops/jobs/change', fields)
    expect(question.status).toBe(200)
    const asked = await question.text()
    expect(asked).toContain('name="confirmed"')
    expect(asked).toContain('<a href="/ops/jobs?queue=email&amp;state=failed&amp;order=newest">Cancel</a>')
    expect(await rowsOf(id)).toEqual([{ failed: true }])
    const done = await post('/ops/jobs/change', { ...fields, confirmed: 'yes' })
    expect(done.status).toBe(303)
    expect(await rowsOf(id)).toEqual([{ failed: false }])
    expect(await (await ask('/ops/jobs')).text()).toContain(`retries new-login (outbox-${id})`)
    expect((await post('/ops/jobs/change', { ...fields, confirmed: 'yes' })).status).toBe(404)
  })

  test('all that match are removed, with their rows, and no others', async () => {
    const gone = [await failedMail('421 later'), await failedMail('421 LATER', 'iago')]
    const kept = await failedMail('550 never')
    const fields = { queue: 'email', state: 'failed', reason: 'later', change: 'remove' }
    const asked = await (await post('/ops/jobs/change', fields)).text()
    expect(asked).toContain('2 failed jobs of email')
    expect(asked).toMatch(/<a href="[^"]*reason=later[^"]*">Cancel<\/a>/)
    expect((await post('/ops/jobs/change', { ...fields, confirmed: 'yes' })).status).toBe(303)
    for (const id of gone) expect(await rowsOf(id)).toEqual([])
    expect(await rowsOf(kept)).toEqual([{ failed: true }])
  })

  test('a waiting job is removed for good; a delayed one is run now', async () => {
    const queue = sink.queue('push')
    const [row] = await world.sql<{ id: number }>(
      `INSERT INTO job_outbox (queue, name, data) VALUES ('push', 'deliver-push', '{"realm":1}') RETURNING id::int`,
    )
    await sink.handOver([{ id: row!.id, queue: 'push', name: 'deliver-push', data: { realm: 1 } }])
    const remove = { queue: 'push', id: `outbox-${row!.id}`, change: 'remove', confirmed: 'yes' }
    expect((await post('/ops/jobs/change', { ...remove, change: 'retry' })).status).toBe(404)
    expect((await post('/ops/jobs/change', remove)).status).toBe(303)
    expect(await rowsOf(row!.id)).toEqual([])
    expect(await queue.getJob(`outbox-${row!.id}`)).toBeUndefined()

    const later = await queue.add('deliver-push', {}, { delay: 3_600_000, jobId: 'later' })
    const list = await (await ask('/ops/jobs?queue=push&state=delayed')).text()
    expect(list).toMatch(/next <time/)
    const promote = { queue: 'push', id: 'later', change: 'promote', confirmed: 'yes' }
    expect((await post('/ops/jobs/change', promote)).status).toBe(303)
    expect(await later.getState()).toBe('waiting')
    await later.remove()
  })

  test('a job shows each failed attempt with its reason', async () => {
    const job = await sink
      .queue('webhooks')
      .add('deliver-webhook', { realm: 1 }, { jobId: 'tried', delay: 60_000 })
    await world.redis.hset(sink.queue('webhooks').toKey(job.id!), {
      atm: 2,
      failedReason: 'second',
      stacktrace: JSON.stringify(['Error: first\n at x', 'Error: second\n at y']),
    })
    const text = await (await ask('/ops/jobs/webhooks/tried')).text()
    expect(text).toMatch(/Error: first.*Error: second/s)
    expect(text).not.toContain('at x')
    await job.remove()
    expect((await ask('/ops/jobs/webhooks/tried')).status).toBe(404)
  })

  test('a queue is paused after a question, and resumed', async () => {
    const fields = { queue: 'thumbnails', change: 'pause' }
    expect(await (await post('/ops/jobs/pause', fields)).text()).toContain('Pause the queue thumbnails?')
    expect(await sink.queue('thumbnails').isPaused()).toBe(false)
    await post('/ops/jobs/pause', { ...fields, confirmed: 'yes' })
    expect(await sink.queue('thumbnails').isPaused()).toBe(true)
    await post('/ops/jobs/pause', { queue: 'thumbnails', change: 'resume' })
    expect(await sink.queue('thumbnails').isPaused()).toBe(false)
    expect((await post('/ops/jobs/pause', { queue: 'x', change: 'pause' })).status).toBe(400)
    expect((await post('/ops/jobs/pause', { queue: 'email', change: 'x' })).status).toBe(400)
  })

  test('only the operator changes jobs, and only from a page of this server', async () => {
    const id = await failedMail('550')
    const fields = { queue: 'email', id: `outbox-${id}`, change: 'remove', confirmed: 'yes' }
    const body = new URLSearchParams(fields)
    expect((await fetch(`${url}/ops/jobs/change`, { method: 'POST', body })).status).toBe(401)
    for (const path of ['/ops/jobs/change', '/ops/jobs/pause', '/ops/processes/x/drain'])
      expect((await post(path, fields, { 'sec-fetch-site': 'cross-site' })).status).toBe(403)
    expect(await rowsOf(id)).toEqual([{ failed: true }])
  })

  test('a queue with more jobs than are looked at is listed page by page, and data of a megabyte is cut', async () => {
    const queue = sink.queue('link-previews')
    await queue.addBulk(
      Array.from({ length: 2_100 }, (_, n) => ({ name: 'preview-links', data: { realm: 1, n }, opts: {} })),
    )
    await queue.add('preview-links', { urls: ['x'.repeat(900_000)] })
    const answer = await ask('/ops/jobs?queue=link-previews&state=waiting')
    const text = await answer.text()
    expect(text).toContain('At least 2000 waiting jobs of link-previews')
    expect(text.match(/<tr>/g)?.length).toBeLessThanOrEqual(51)
    expect(text.length).toBeLessThan(200_000)
    await queue.drain()
  })
})

describe('processes', () => {
  test('a process is drained after a question', async () => {
    const list = await (await ask('/ops/processes')).text()
    const id = /gateway-[\w.-]+-[0-9a-f]{6}/.exec(list)![0]
    const question = await (await ask(`/ops/processes/${id}/drain`)).text()
    expect(question).toContain('It is the only gateway.')
    expect((await post(`/ops/processes/${id}/drain`, {})).status).toBe(303)
    expect(await world.redis.exists(`{processes}:drain:${id}`)).toBe(1)
    await world.redis.del(`{processes}:drain:${id}`)
    for (const path of ['/ops/processes/gateway-x/drain', '/ops/processes/%00/drain']) {
      expect((await ask(path)).status).toBe(404)
      expect((await post(path, {})).status).toBe(404)
    }
  })
})

test('a worker that is drained on the page ends as on SIGTERM', async () => {
  const worker = await spawnProcess(programOf('workers/main.ts'), { ...world.env, LOG_LEVEL: 'silent' })
  if (typeof worker !== 'object') throw new Error(`the worker ended before it was ready: ${worker}`)
  const id = await vi.waitFor(
    async () => {
      const found = /worker-[\w.-]+-[0-9a-f]{6}/.exec(await (await ask('/ops/processes')).text())
      expect(found).not.toBeNull()
      return found![0]
    },
    { timeout: 60_000 },
  )
  expect((await post(`/ops/processes/${id}/drain`, {})).status).toBe(303)
  expect(await worker.exited).toBe(0)
}, 120_000)

describe.skipIf(browserMissing)('in a browser', () => {
  let browser: TestBrowser
  beforeAll(async () => {
    browser = await TestBrowser.start()
    const now = Math.floor(Date.now() / 10_000) * 10_000
    for (let step = 300; step > 0; step--) {
      if (step > 120 && step < 160) continue
      const wave = Math.sin(step / 15) + 1.2
      await store(world.redis, now - step * 10_000, {
        'traffic.sends': 12 * wave,
        'traffic.requests': 80 * wave,
        'traffic.deliveries': 900 * wave,
        'traffic.p50': 0.002 * wave,
        'traffic.p99': 0.03 * wave,
        'traffic.errors': 0.001,
        'connections.polls': 300 * wave,
        'connections.sockets': 120,
        'process.gateways': 2,
        'process.workers': 1,
        'gateway.loopSeconds': 0.01 * wave,
        'worker.loopSeconds': 0.02,
        'route.POST /api/v1/messages.p50': 0.002,
        'route.POST /api/v1/messages.p99': 0.02 * wave,
        'queue.email.waiting': 3 * wave,
        'queue.email.done': wave,
        'queue.email.oldestWaiting': 4 * wave,
        'postgres.seconds': 0.0004,
        'postgres.connections': 31,
        'postgres.maximum': 100,
        'postgres.bytes': 2e9,
        'redis.seconds': 0.0002,
        'redis.bytes': 5e8,
        'mail.sent': wave,
        'mail.deferred': 0.1,
      })
    }
    await addMark(world.redis, { at: now - 1_200_000, kind: 'deployment', text: '9.8.7' })
  })
  afterAll(() => browser.close())

  const httpCredentials = { username: 'operator', password: PASSWORD }

  test('plots show figures, gaps, the newest values and deployments, at each width and in both themes', async () => {
    for (const [width, colorScheme] of [
      [390, 'light'],
      [2560, 'dark'],
    ] as const) {
      const { page, faults, context } = await browser.open({
        httpCredentials,
        colorScheme,
        viewport: { width, height: 900 },
      })
      await page.goto(`${url}/ops`)
      const plots = page.locator('#plots')
      await plots.scrollIntoViewIfNeeded()
      const sent = plots.locator('figure', { hasText: 'Messages sent' })
      await sent.locator('canvas').waitFor()
      expect(await sent.innerText()).toMatch(/Sent [\d.]+\/s highest 26\.\d\/s/)
      await page.locator('.log').getByText('Version 9.8.7 started').waitFor({ state: 'attached' })
      expect(await plots.locator('canvas').count()).toBeGreaterThan(20)
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width)
      // Nothing is drawn where nothing was recorded, and something beside it.
      const isDrawn = await sent.locator('canvas').evaluate((canvas) => {
        const { width, height } = canvas as unknown as { width: number; height: number }
        const context = (canvas as unknown as { getContext(kind: string): Pixels }).getContext('2d')
        const colored = (from: number, to: number) => {
          const { data } = context.getImageData(width * from, 0, width * (to - from), height * 0.8)
          let count = 0
          for (let at = 0; at < data.length; at += 4)
            if (Math.abs(data[at]! - data[at + 2]!) > 60 && data[at + 3]! > 100) count++
          return count
        }
        const over = (canvas as unknown as { parentElement: Box }).parentElement.querySelector('.u-over')
        const whole = (canvas as unknown as { clientWidth: number }).clientWidth
        const at = (share: number) => (over.offsetLeft + over.offsetWidth * share) / whole
        return { gap: colored(at(0.59), at(0.64)), line: colored(at(0.75), at(0.85)) }
      })
      expect(isDrawn.gap).toBe(0)
      expect(isDrawn.line).toBeGreaterThan(20)
      await page.getByRole('button', { name: 'Last day' }).press('Enter')
      expect(await page.getByRole('button', { name: 'Last day', pressed: true }).count()).toBe(1)
      expect(faults).toEqual([])
      await context.close()
    }
  })

  test('incidents are listed with severity and end, in UTC, and open; ten minutes are shown', async () => {
    const { page, faults, context } = await browser.open({
      httpCredentials,
      timezoneId: 'Asia/Tokyo',
      viewport: { width: 390, height: 900 },
    })
    const now = Date.now()
    const begins = now - 300_000
    const mark = { at: begins, kind: 'incident', severity: 'warning', id: `${begins} x` } as const
    await addMark(world.redis, { ...mark, text: 'Mails are late.' })
    await seeMarks(world.redis, [
      {
        ...{ id: mark.id, lastAt: begins + 90_000, isBack: true, name: 'mail-deferred', subject: '' },
        ...{ reason: '421 later', severity: 'warning' },
      },
    ])
    await page.route('**/ops/series**', (route) => route.fulfill({ status: 503, body: 'Redis' }))
    await page.goto(`${url}/ops`)
    const plots = page.locator('#plots')
    await plots.scrollIntoViewIfNeeded()
    await plots.getByText('Redis does not answer, and has the figures.').waitFor()
    expect(await plots.locator('select:visible, figure:visible').count()).toBe(0)
    await page.unroute('**/ops/series**')
    await page.getByRole('button', { name: 'Last 10 minutes' }).press('Enter')
    await plots.locator('canvas').first().waitFor()
    const item = page.locator('.log li', { hasText: 'defers them.' })
    const clock = (at: number) => new Date(at).toISOString().slice(11, 19)
    const text = (await item.innerText()).replaceAll(/\d{4}-\d\d-\d\d /g, '')
    expect(text).toBe(
      `${clock(begins)} UTC Warning The mail server takes no mails for now, and defers them. 2 times, until ${clock(begins + 90_000)} UTC (90 s)`,
    )
    await item.locator('summary').focus()
    await page.keyboard.press('Enter')
    await item.getByText('421 later').waitFor()
    expect(await item.locator('.severity.warning').count()).toBe(1)
    const labels = await plots.locator('figure').first().innerText()
    expect(labels).toContain('Long polls')
    expect(faults.filter((fault) => !fault.includes('503'))).toEqual([])
    if (process.env.SHOTS)
      for (const width of [390, 1440])
        for (const colorScheme of ['light', 'dark'] as const) {
          await page.emulateMedia({ colorScheme })
          await page.setViewportSize({ width, height: 900 })
          await page.waitForTimeout(500)
          await page.screenshot({
            path: `${process.env.SHOTS}/ten-${width}-${colorScheme}.png`,
            fullPage: true,
          })
        }
    await context.close()
  })

  test('the plots are not loaded before they are seen, and the pages are accessible', async () => {
    const { page, faults, context } = await browser.open({
      httpCredentials,
      viewport: { width: 1440, height: 300 },
    })
    const loaded: string[] = []
    page.on('request', (request) => loaded.push(request.url()))
    await failedMail('421 try later')
    for (const path of [
      '/ops',
      '/ops/jobs?queue=email&state=failed',
      '/ops/processes',
      '/ops/organizations',
      '/ops/mail',
    ]) {
      await page.goto(url + path)
      if (path === '/ops') {
        expect(loaded.filter((each) => each.includes('/ops/series'))).toEqual([])
        await page.locator('#plots').scrollIntoViewIfNeeded()
        await page.locator('#plots canvas').first().waitFor()
      }
      await page.evaluate(axe.source)
      const { violations } = (await page.evaluate('axe.run()')) as {
        violations: { id: string; nodes: { html: string }[] }[]
      }
      expect(violations.map(({ id, nodes }) => [path, id, nodes[0]?.html])).toEqual([])
      for (const width of [390, 1440, 2560]) {
        await page.setViewportSize({ width, height: 900 })
        await vi.waitFor(async () =>
          expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width),
        )
        if (process.env.SHOTS)
          for (const colorScheme of ['light', 'dark'] as const) {
            await page.emulateMedia({ colorScheme })
            const name = path.replaceAll(/\W+/g, '-')
            await page.screenshot({
              path: `${process.env.SHOTS}/${name}-${width}-${colorScheme}.png`,
              fullPage: true,
            })
          }
      }
    }
    expect(faults).toEqual([])
    await context.close()
  })
})
