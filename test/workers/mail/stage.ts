import { Queue } from 'bullmq'
import { Redis } from 'ioredis'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { loadConfig, requireRuntime } from '../../../config/environment.ts'
import { openCore } from '../../../core/open-core.ts'
import type { RealmId, UserId } from '../../../core/platform/ids.ts'
import { QUEUE_PREFIX, type QueueName } from '../../../core/platform/jobs/names.ts'
import { BullSink } from '../../../core/platform/jobs/sink.ts'
import type { Core } from '../../../core/state/core.ts'
import type { RealmState } from '../../../core/state/realm/state.ts'
import { Mailer } from '../../../workers/mail/mailer.ts'
import type { Job } from '../../../workers/running/define-job.ts'
import { JobWorker } from '../../../workers/running/worker.ts'
import { anyJob } from '../../harness/jobs.ts'
import { TestMailServer } from '../../harness/smtp.ts'
import { type Settings, silent, World } from '../../harness/world.ts'

/**
 * Set-up of a test file about mails: a mail server, and the demonstration organization in a process without a
 * worker until `work` starts one.
 */
export let world: World
export let core: Core
export let realm: RealmState
export let server: TestMailServer
let sink: BullSink
const stops: (() => Promise<void>)[] = []

/** Sets the stage up before the tests of the file that calls it, and takes it down after them. */
export function setUpStage(): void {
  beforeAll(async () => {
    server = await TestMailServer.start()
    world = await World.create(server.settings)
    sink = new BullSink(world.config.redisUrl)
    core = await openCore(world.config, silent, sink)
    realm = (await core.realms.get(world.organization.realmId as RealmId))!
  })
  beforeEach(() => server.reset())
  afterAll(async () => {
    for (const stop of stops.splice(0)) await stop()
    await core.close()
    await sink.close()
    await world.close()
    await server.close()
  })
}

export const userId = (name: string) => world.userId(name) as UserId

/** Attempts fail here on purpose, so failures are not logged. */
const quiet = pino({ level: 'silent' })

/**
 * Starts a mail worker in this process; it stops at the end of the file or when the returned function is
 * called.
 */
export async function work(
  jobs: readonly ((mailer: Mailer) => Job)[],
  settings: Settings = {},
  deadAfterSeconds = 30,
): Promise<() => Promise<void>> {
  const mailer = new Mailer(configWith(settings), deadAfterSeconds)
  const worker = new JobWorker(core, quiet, sink, {
    ...world.config,
    lockMs: deadAfterSeconds * 1000,
  })
  await worker.start(jobs.map((job) => job(mailer)))
  const stop = async () => {
    await worker.stop()
    mailer.close()
  }
  stops.push(stop)
  return async () => {
    stops.splice(stops.indexOf(stop), 1)
    await stop()
  }
}

export const enqueue = (name: string, data: object, queue: QueueName = 'email') =>
  core.transact(realm.id, async (tx) => tx.enqueue(anyJob(queue, name), { realm: realm.id, ...data }))

/** Resolves when no job is left. */
export const idle = () =>
  server.until(async () => (await world.sql('SELECT FROM job_outbox WHERE failed_at IS NULL')).length === 0)

/** The reasons of permanently failed jobs, as an operator sees them. */
export async function failures(): Promise<(string | undefined)[]> {
  const connection = new Redis(world.config.redisUrl, { maxRetriesPerRequest: null })
  const queue = new Queue('email', { connection, prefix: QUEUE_PREFIX })
  const failed = await queue.getFailed()
  await queue.close()
  connection.disconnect()
  return failed.map((job) => job.failedReason)
}

const configWith = (settings: Settings) => requireRuntime(loadConfig({ ...world.env, ...settings }))
