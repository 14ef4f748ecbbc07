import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { attention, enqueue, OPERATOR, spawnWorker, untilGone, untilShown } from '../harness/incidents.ts'
import { TestMailServer } from '../harness/smtp.ts'
import { World } from '../harness/world.ts'

let world: World
let url: string
let server: TestMailServer

beforeAll(async () => {
  server = await TestMailServer.start()
  world = await World.create({ ...server.settings, OPERATOR_PASSWORD: OPERATOR })
  url = (await world.gateway()).url
  await spawnWorker(world)
})
beforeEach(() => server.reset())
afterAll(async () => {
  await world.close()
  await server.close()
})

/** Lets a mail be due, as when a person has changed the password. */
const mail = () =>
  enqueue(world, 'email', 'password-changed', {
    realm: world.organization.realmId,
    user: world.userId('hamlet'),
    at: 1_790_000_000,
  })

test('nothing needs attention while mails arrive', async () => {
  await mail()
  await server.to('hamlet@demo.test')
  for (const name of ['no-worker', 'queue-unserved', 'loop-busy']) await untilGone(url, name)
  expect(await attention(url)).toEqual({ isGreen: true, incidents: [] })
})

test('a mail server that refuses for now', async () => {
  server.refuse('mail', '421 4.3.2 the queue is full')
  const begunAt = performance.now()
  await mail()
  const text = await untilShown(url, 'mail-deferred', /421 4.3.2 the queue is full/, begunAt)
  expect(text).toMatch(/^Warning The mail server takes no mails for now, and defers them\. Since /)
  expect(text).toContain('none is lost')
  expect(text).toContain('organization Loquat demonstration')
  server.reset()
  await server.to('hamlet@demo.test')
})

test('a mail server that refuses for good', async () => {
  server.refuse('rcpt', '550 5.7.1 <hamlet@demo.test> is not for you')
  const begunAt = performance.now()
  await mail()
  const text = await untilShown(url, 'mail-refused', /550 5.7.1 <…@demo.test> is not for you/, begunAt)
  expect(text).toContain('have failed at once')
  expect(text).toContain('/etc/loquat/loquat.env')
  await untilShown(url, 'jobs-failed', /Jobs of the queue email failed permanently/, begunAt)
})

test('a mail server that is slow, and that stays silent', async () => {
  let answer = () => {}
  const answered = new Promise<void>((resolve) => {
    answer = resolve
  })
  server.at('mail', () => answered)
  const begunAt = performance.now()
  await mail()
  await untilShown(url, 'mail-slow', /has not taken a mail for 10 s/, begunAt)
  await untilShown(url, 'mail-silent', /has not taken a mail for 20 s/, begunAt)
  answer()
  await untilGone(url, 'mail-silent')
})

test('a mail server that is away', async () => {
  await server.close()
  const begunAt = performance.now()
  await mail()
  await untilShown(url, 'mail-silent', /127\.0\.0\.1:\d+: .*ECONNREFUSED/, begunAt)
  await server.open()
  await mail()
  await untilGone(url, 'mail-silent')
})
