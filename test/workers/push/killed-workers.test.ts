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
  await stage.look()
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

const owed = async () =>
  (await stage.world.sql("SELECT 1 FROM job_outbox WHERE queue IN ('push', 'notifications')")).length

/** What each device was told of, in order, with the name that Apple's service knows the notification by. */
const told = () => servers.apns.map(({ token, headers }) => `${token} ${headers['apns-collapse-id']}`)
const names = () => servers.apns.map(({ headers }) => headers['apns-id'])

test('a worker that is killed in the middle loses no notification; what comes again is the same one', async () => {
  const [first, second] = await Promise.all([worker(), worker()])
  const sent: number[] = []
  for (let n = 0; n < MESSAGES; n++) sent.push(await stage.send('hamlet', PEOPLE, `Call ${n}`))
  const some = (MESSAGES * PEOPLE.length) / 5
  await expect.poll(() => servers.apns.length, { timeout: 120_000, interval: 1 }).toBeGreaterThan(some)
  first.kill('SIGKILL')
  await first.exited
  const expected = sent.flatMap((id) => PEOPLE.map((_, n) => `c0ffee0${n} message ${id}`)).sort()
  await expect.poll(() => [...new Set(told())].sort(), { timeout: 120_000 }).toEqual(expected)
  await expect.poll(owed, { timeout: 120_000 }).toBe(0)
  // The worker was at 20 jobs at most, of a message each.
  expect(told().length - expected.length).toBeLessThanOrEqual(20 * PEOPLE.length)
  expect(new Set(names()).size).toBe(expected.length)
  expect(await stage.world.sql('SELECT 1 FROM pushed_message')).toHaveLength(expected.length)
  second.kill('SIGKILL')
}, 600_000)
