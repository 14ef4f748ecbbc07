import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Queue, Worker } from 'bullmq'
import { Redis } from 'ioredis'
import { pino } from 'pino'
import { SMTPServer } from 'smtp-server'
import { startPostgres } from '../../config/embedded/postgres.ts'
import { freePort } from '../../config/embedded/processes.ts'
import { startRedis } from '../../config/embedded/redis.ts'
import { loadConfig, type RuntimeConfig, requireRuntime } from '../../config/environment.ts'
import { createDemonstrationOrganization } from '../../core/demonstration/organization.ts'
import { openCore } from '../../core/open-core.ts'
import { ACCOUNT_DEACTIVATED } from '../../core/people/credentials/account-mails.ts'
import { migrate } from '../../core/platform/db/migrate.ts'
import { statement } from '../../core/platform/db/statements/statement.ts'
import type { RealmId, UserId } from '../../core/platform/ids.ts'
import type { DataOf } from '../../core/platform/jobs/declare-job.ts'
import { BullSink } from '../../core/platform/jobs/sink.ts'
import type { Core } from '../../core/state/core.ts'
import { mailAccountDeactivatedJob } from '../../workers/jobs/mails/mail-account-deactivated.ts'
import { Mailer } from '../../workers/mail/mailer.ts'
import { defineJob, type Job } from '../../workers/running/define-job.ts'
import { JobWorker } from '../../workers/running/worker.ts'
import { anyJob } from '../harness/jobs.ts'
import { type Cell, printTable } from './report.ts'

const JOBS = Number(process.env.BENCH_JOBS ?? 10_000)
const MAILS = Number(process.env.BENCH_MAILS ?? 1_000)
const CONCURRENCY = 20
const TRANSACTIONS_AT_ONCE = 32
const PREFIX = '{bare}'
const ANY_LEFT = statement('bench.any-left', 'SELECT EXISTS (SELECT FROM job_outbox) AS left')

/**
 * Measures empty jobs a second: with BullMQ alone, and from transactions through the outbox and BullMQ until
 * the outbox rows are deleted. Then measures mails a second to an SMTP server on this machine. Everything is
 * durable.
 */
export async function jobs(): Promise<void> {
  const directory = await mkdtemp(join(tmpdir(), 'loquat-bench-'))
  const [postgres, redis] = await Promise.all([startPostgres({ directory }), startRedis({ directory })])
  await migrate(postgres.url)
  const smtp = await listener()
  const config = requireRuntime(
    loadConfig({
      DATABASE_URL: postgres.url,
      REDIS_URL: redis.url,
      DATA_DIR: directory,
      SECRET_KEY: 'a secret that only this measurement knows',
      QUEUE_CONCURRENCY: `notifications=${CONCURRENCY},email=${CONCURRENCY}`,
      WORKER_QUEUES: 'notifications,email',
      SMTP_URL: smtp.url,
      MAIL_FROM: 'loquat@example.com',
    }),
  )
  const sink = new BullSink(config.redisUrl)
  const core = await openCore(config, pino({ level: 'silent' }), sink)
  const organization = await createDemonstrationOrganization(core)
  const realm = organization.realmId as RealmId

  const rows: [string, Cell][] = []
  const add = (name: string, count: number, seconds: number) => rows.push([name, [count / seconds, 0]])
  add('BullMQ alone', JOBS, await runWithBullAlone(redis.url))
  for (const inOne of [1, 20]) {
    const seconds = await throughOutbox(core, sink, config, realm, inOne)
    add(`outbox and BullMQ, ${inOne} in a transaction`, JOBS, seconds)
  }
  const mail = {
    realm,
    user: organization.users.hamlet as UserId,
    by: organization.users.iago as UserId,
    comment: '',
  }
  add('mails to an SMTP server', MAILS, await mails(core, sink, config, mail))

  await core.close()
  await sink.close()
  await new Promise<void>((resolve) => smtp.server.close(resolve))
  await Promise.all([postgres.stop(), redis.stop()])
  await rm(directory, { recursive: true, force: true })
  printTable('jobs', ['/s'], rows)
}

/** A mail server that accepts everything. */
async function listener(): Promise<{ server: SMTPServer; url: string }> {
  const port = await freePort()
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: (stream, _session, done) => void stream.resume().on('end', () => done()),
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  return { server, url: `smtp://127.0.0.1:${port}` }
}

/** Seconds that the same number of jobs takes with BullMQ alone, enqueued in batches of a hundred. */
async function runWithBullAlone(url: string): Promise<number> {
  const connection = new Redis(url, { maxRetriesPerRequest: null })
  const queue = new Queue('bare', { connection, prefix: PREFIX })
  let left = JOBS
  let finished = () => {}
  const done = new Promise<void>((resolve) => {
    finished = resolve
  })
  const worker = new Worker('bare', async () => undefined, {
    connection,
    prefix: PREFIX,
    concurrency: CONCURRENCY,
  })
  worker.on('completed', () => {
    if (--left === 0) finished()
  })
  const opts = { removeOnComplete: true }
  const startedAt = performance.now()
  for (let n = 0; n < JOBS; n += 100) {
    await queue.addBulk(
      Array.from({ length: 100 }, (_, i) => ({ name: 'nothing', data: { n: n + i }, opts })),
    )
  }
  await done
  const seconds = (performance.now() - startedAt) / 1000
  await worker.close()
  await queue.close()
  connection.disconnect()
  return seconds
}

async function throughOutbox(
  core: Core,
  sink: BullSink,
  config: RuntimeConfig,
  realm: RealmId,
  inOne: number,
): Promise<number> {
  const declaration = anyJob('notifications', 'nothing')
  const nothing = defineJob({ ...declaration, run: async () => undefined })
  return timed(core, sink, config, [nothing], async () => {
    await atOnce(JOBS / inOne, (n) =>
      core.transact(realm, async (tx) => {
        for (let i = 0; i < inOne; i++) tx.enqueue(declaration, { n, i })
      }),
    )
  })
}

async function mails(
  core: Core,
  sink: BullSink,
  config: RuntimeConfig,
  mail: DataOf<typeof ACCOUNT_DEACTIVATED>,
): Promise<number> {
  const mailer = new Mailer(config)
  const seconds = await timed(core, sink, config, [mailAccountDeactivatedJob(mailer)], async () => {
    await atOnce(MAILS, () => core.transact(mail.realm, async (tx) => tx.enqueue(ACCOUNT_DEACTIVATED, mail)))
  })
  mailer.close()
  return seconds
}

/** Seconds until one worker has done all jobs that `enqueue` creates. */
async function timed(
  core: Core,
  sink: BullSink,
  config: RuntimeConfig,
  declared: readonly Job[],
  enqueue: () => Promise<void>,
): Promise<number> {
  const worker = new JobWorker(core, pino({ level: 'silent' }), sink, config)
  await worker.start(declared)
  const startedAt = performance.now()
  await enqueue()
  for (;;) {
    const [row] = await core.db.run<{ left: boolean }>(ANY_LEFT)
    if (!row!.left) break
    await sleep(5)
  }
  const seconds = (performance.now() - startedAt) / 1000
  await worker.stop()
  return seconds
}

async function atOnce(count: number, work: (n: number) => Promise<unknown>): Promise<void> {
  let next = 0
  const run = async () => {
    for (let n = next++; n < count; n = next++) await work(n)
  }
  await Promise.all(Array.from({ length: TRANSACTIONS_AT_ONCE }, run))
}
