import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openCore } from '../../core/open-core.ts'
import type { RealmId, UserId } from '../../core/platform/ids.ts'
import { BullSink } from '../../core/platform/jobs/sink.ts'
import { openRedis } from '../../core/platform/redis/redis-connection.ts'
import type { Core } from '../../core/state/core.ts'
import { mailNewLoginJob } from '../../workers/jobs/mails/mail-new-login.ts'
import { Mailer } from '../../workers/mail/mailer.ts'
import { defineJob } from '../../workers/running/define-job.ts'
import { JobWorker } from '../../workers/running/worker.ts'
import { FlakyProxy } from '../harness/flaky-proxy.ts'
import { anyJob } from '../harness/jobs.ts'
import { TestMailServer } from '../harness/smtp.ts'
import { silent, World } from '../harness/world.ts'

const NOTE = anyJob('upkeep', 'note')

let mailServer: TestMailServer
let world: World
let core: Core
let sink: BullSink
let proxy: FlakyProxy

const realm = () => world.organization.realmId as RealmId

beforeAll(async () => {
  mailServer = await TestMailServer.start()
  world = await World.create(mailServer.settings)
  proxy = new FlakyProxy(new URL(world.config.databaseUrl))
  const url = new URL(world.config.databaseUrl)
  url.hostname = '127.0.0.1'
  url.port = String(await proxy.start())
  sink = new BullSink(world.config.redisUrl)
  core = await openCore({ ...world.config, databaseUrl: url.href }, silent, sink)
})
afterAll(async () => {
  await core.close()
  await sink.close()
  await proxy.stop()
  await world.close()
  await mailServer.close()
})

test('a job whose attempts are used up while Postgres is away begins anew when Postgres is back', async () => {
  let runs = 0
  const note = defineJob({
    ...NOTE,
    retry: { attempts: 3, delayMs: () => 10 },
    run: async () => {
      runs++
      if (runs === 1) await proxy.stop()
      if (runs <= 3) throw new Error('not yet')
    },
  })
  const lines: string[] = []
  const log = pino({ level: 'warn' }, { write: (line: string) => lines.push(line) })
  const worker = new JobWorker(core, log, sink, { ...world.config, workerQueues: ['upkeep'] })
  const redis = openRedis(world.config.redisUrl)
  try {
    await worker.start([note])
    await core.transact(realm(), async (tx) => tx.enqueue(NOTE, {}))
    const queue = sink.queue('upkeep')
    await expect.poll(() => queue.getFailedCount(), { timeout: 120_000 }).toBe(1)
    expect(runs).toBe(3)
    // The worker still tries to store the reason.
    const isGivenUp = () => lines.some((line) => line.includes('reason of a failed job cannot be stored'))
    await expect.poll(isGivenUp, { timeout: 120_000 }).toBe(true)
    await proxy.start()
    const left = () => world.sql('SELECT failed_at FROM job_outbox')
    expect(await left()).toEqual([{ failed_at: null }])
    // Two minutes later.
    const [id] = await redis.zrange(queue.toKey('failed'), 0, 0)
    await redis.zincrby(queue.toKey('failed'), -120_000, id!)
    await world.sql("UPDATE job_outbox SET due_at = due_at - interval '2 minutes'")
    await expect.poll(left, { timeout: 120_000 }).toEqual([])
    expect(runs).toBe(4)
  } finally {
    await worker.stop()
    redis.disconnect()
  }
})

test('a mail that the mail server accepts while Postgres is away is not sent again', async () => {
  let mails = 0
  mailServer.at('data', async () => {
    if (++mails > 1) return
    await proxy.stop()
    setTimeout(() => void proxy.start(), 6_000)
  })
  const mailer = new Mailer(world.config)
  const worker = new JobWorker(core, silent, sink, { ...world.config, workerQueues: ['email'] })
  try {
    await worker.start([mailNewLoginJob(mailer)])
    const user = world.userId('shiva') as UserId
    const login = { realm: realm(), user, at: 1_790_000_000, device: 'Firefox', address: '192.0.2.7' }
    await core.transact(realm(), async (tx) => tx.enqueue(anyJob('email', 'new-login'), login))
    const left = () => world.sql('SELECT name FROM job_outbox')
    await expect.poll(left, { timeout: 120_000 }).toEqual([])
    expect(mailServer.received.map(({ to }) => to)).toEqual(['shiva@demo.test'])
  } finally {
    await worker.stop()
    mailer.close()
  }
})
