import { afterAll, beforeAll, expect, test } from 'vitest'
import { setPushEnabled } from '../../../core/notifying/push/enabled.ts'
import { Notifying } from '../../core/notifying/notifications/notifying.ts'
import { PushServers, TLS_CERTIFICATE } from '../../harness/push-services.ts'
import { spawnQuickWorker } from '../../harness/spawn-worker.ts'

const PEOPLE = ['cordelia', 'iago', 'zoe', 'prospero', 'othello'] as const
const MESSAGES = 30

const stage = new Notifying()
let servers: PushServers

beforeAll(async () => {
  await stage.open()
  servers = await PushServers.start({ tls: true })
  await stage.processNewMessages()
  await setPushEnabled(stage.core, true)
  for (const [n, name] of PEOPLE.entries())
    await stage.ok(
      stage.as(name).post('/users/me/apns_device_token', { token: `c0ffee0${n}`, appid: 'org.zulip.Zulip' }),
    )
})
afterAll(async () => {
  await stage.world.close()
  await servers.close()
})

const worker = () =>
  spawnQuickWorker(stage.world, { ...servers.settings, NODE_EXTRA_CA_CERTS: TLS_CERTIFICATE })

const waitingJobs = async () =>
  (await stage.world.sql("SELECT 1 FROM job_outbox WHERE queue IN ('push', 'notifications')")).length

/** The notifications of each device in order, with the names by which Apple's service identifies them. */
const notifications = () =>
  servers.apns.map(({ token, headers }) => `${token} ${headers['apns-collapse-id']}`)
const names = () => servers.apns.map(({ headers }) => headers['apns-id'])

test('a worker that is killed halfway loses no notification; a repeated one has the same name', async () => {
  const [first, second] = await Promise.all([worker(), worker()])
  const sent: number[] = []
  for (let n = 0; n < MESSAGES; n++) sent.push(await stage.send('hamlet', PEOPLE, `Call ${n}`))
  const some = (MESSAGES * PEOPLE.length) / 5
  await expect.poll(() => servers.apns.length, { timeout: 120_000, interval: 1 }).toBeGreaterThan(some)
  first.kill('SIGKILL')
  await first.exited
  const expected = sent.flatMap((id) => PEOPLE.map((_, n) => `c0ffee0${n} message ${id}`)).sort()
  await expect.poll(() => [...new Set(notifications())].sort(), { timeout: 120_000 }).toEqual(expected)
  await expect.poll(waitingJobs, { timeout: 120_000 }).toBe(0)
  // The worker ran at most 20 jobs, of one message each.
  expect(notifications().length - expected.length).toBeLessThanOrEqual(20 * PEOPLE.length)
  expect(new Set(names()).size).toBe(expected.length)
  expect(await stage.world.sql('SELECT 1 FROM pushed_message')).toHaveLength(expected.length)
  second.kill('SIGKILL')
}, 600_000)
