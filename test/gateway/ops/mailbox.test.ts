import '../../harness/product.ts'
import { beforeAll, expect, test } from 'vitest'
import { lockMail } from '../../../core/notifying/mail/delivery.ts'
import { keepMail } from '../../../core/notifying/mail/mailbox.ts'
import { NEW_LOGIN } from '../../../core/people/credentials/account-mails.ts'
import { BullSink } from '../../../core/platform/jobs/sink.ts'
import { mailNewLoginJob } from '../../../workers/jobs/mails/mail-new-login.ts'
import { Mailer } from '../../../workers/mail/mailer.ts'
import { JobWorker } from '../../../workers/running/worker.ts'
import { browserMissing, TestBrowser } from '../../harness/browser.ts'
import { silent, World } from '../../harness/world.ts'

const OPERATOR_PASSWORD = 'sesame, sesame, sesame'
let world: World
let url: string
let core: Awaited<ReturnType<World['gateway']>>['gateway']['core']

beforeAll(async () => {
  world = await World.create({ OPERATOR_PASSWORD })
  const opened = await world.gateway()
  url = opened.url
  core = opened.gateway.core
  return () => world.close()
})

const keep = async (id: number, subject: string, html: string) => {
  const mail = {
    messageId: `<${id}@x>`,
    subject,
    html,
    text: `text of ${subject}`,
    headers: { 'X-A': '<b>' },
  }
  const from = { name: 'Demo', address: 'noreply@x' }
  await keepMail(core.db, (await lockMail(core.db, id))!, { ...mail, from, to: { name: '', address: 'a@b' } })
}
const get = (path: string, password = OPERATOR_PASSWORD) =>
  fetch(`${url}${path}`, {
    headers: { authorization: `Basic ${Buffer.from(`operator:${password}`).toString('base64')}` },
  })

test('without a mail server a worker stores mails that only the operator can read', async () => {
  const sink = new BullSink(world.config.redisUrl)
  const worker = new JobWorker(core, silent, sink, world.config)
  await worker.start([mailNewLoginJob(new Mailer(world.config))])
  const hamlet = world.userId('hamlet')
  const { realmId: realm } = world.organization
  const login = { realm, user: hamlet, at: 1795190000, device: 'Firefox', address: '192.0.2.7' }
  await core.transact(realm as never, async (tx) => tx.enqueue(NEW_LOGIN, login))
  const page = async () => (await get('/ops/mail')).text()
  await expect.poll(page, { timeout: 120_000 }).toContain('New login to Loquat demonstration from Firefox')
  expect(await page()).toContain('King Hamlet &lt;hamlet@demo.test&gt;')
  await worker.stop()
  await sink.close()
  expect((await get('/ops/mail', 'guess')).status).toBe(401)
})

test('a mail that is stored twice is there once, and the newest 500 remain', async () => {
  const holding = (await lockMail(core.db, 900_001))!
  const mail = { messageId: '<m@x>', subject: 'Once', html: '', text: '', headers: {} }
  const addresses = { from: { name: '', address: 'a@b' }, to: { name: '', address: 'c@d' } }
  for (let n = 0; n < 2; n++) await keepMail(core.db, holding, { ...mail, ...addresses })
  expect(await world.sql("SELECT FROM mailbox WHERE subject = 'Once'")).toHaveLength(1)
  await world.sql(`INSERT INTO mailbox (sender, recipient, subject, headers, html, text)
    SELECT 's', 'r', 'n' || n, '{}', '', '' FROM generate_series(1, 600) n`)
  await keep(900_002, 'Newest', '')
  const rows = await world.sql('SELECT subject FROM mailbox ORDER BY id DESC')
  expect(rows).toHaveLength(500)
  expect(rows[0].subject).toBe('Newest')
})

test.each(['0', '99999999', 'x', '1%27', `${'9'.repeat(30)}`])('mail %s does not exist', async (id) => {
  expect((await get(`/ops/mail/${id}`)).status).toBe(404)
  expect((await get(`/ops/mail/${id}/html`)).status).toBe(404)
})

test.skipIf(browserMissing)('a mail is displayed in a browser, and no script in it runs', async () => {
  await keep(
    900_003,
    'Hostile <script>',
    '<html><head></head><body><p>Hello</p><a href="http://localhost/there">there</a><script>top.document.title = "mine"</script><img src="http://192.0.2.1/spy.png"></body></html>',
  )
  const browser = await TestBrowser.start()
  const { page } = await browser.open({
    httpCredentials: { username: 'operator', password: OPERATOR_PASSWORD },
  })
  await page.goto(`${url}/ops/mail`)
  await page.getByRole('link', { name: 'Hostile <script>' }).click()
  await page.getByRole('heading', { name: 'Hostile <script>' }).waitFor()
  const frame = page.frameLocator('iframe')
  await frame.getByText('Hello').waitFor()
  expect(await frame.getByRole('link').getAttribute('href')).toBe('http://localhost/there')
  expect(await page.title()).toContain('Hostile')
  expect(await page.locator('pre').textContent()).toBe('text of Hostile <script>')
  await browser.close()
})
