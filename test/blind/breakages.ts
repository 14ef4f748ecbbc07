import { utimes, writeFile } from 'node:fs/promises'
import type { Redis } from 'ioredis'
import { LOQUAT_VERSION } from '../../config/version.ts'
import type { IncidentName } from '../../core/platform/incidents/catalogue.ts'
import { addMark, type Mark } from '../../core/platform/series/marks.ts'
import { SERIES_PREFIX } from '../../core/platform/series/prefix.ts'
import { OPERATOR, type Stand } from './stand.ts'

/** A way to break one part of a running server. */
export interface Breakage {
  /** What was done, for the answers. */
  readonly what: string
  /** The incident that has to show. */
  readonly incident: IncidentName
  /** Breaks the part, and returns how to repair it. */
  breakIt(stand: Stand): Promise<() => unknown>
}

const RED_TAPE = 'ALTER DATABASE loquat SET default_transaction_read_only = on'
const reconnect = (stand: Stand) =>
  stand.sql(
    'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
  )
const enqueue = (stand: Stand, queue: string, name: string, data: object) =>
  stand.sql('INSERT INTO job_outbox (queue, name, data) VALUES ($1, $2, $3)', [
    queue,
    name,
    JSON.stringify(data),
  ])
/** Removes jobs, as an operator does on /ops/jobs. */
async function remove({ url }: Stand, queue: string, state: string, name: string): Promise<void> {
  await fetch(`${url}/ops/jobs/change`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(`operator:${OPERATOR}`).toString('base64')}` },
    body: new URLSearchParams({ queue, state, name, change: 'remove', confirmed: 'yes' }),
    redirect: 'manual',
  })
}
/** Leaves the marks of a newer version that was started and rolled back. Resolves to them. */
async function rollBack(redis: Redis, version: string): Promise<string[]> {
  const marks: Mark[] = [
    { at: Date.now() - 100_000, kind: 'deployment', text: version },
    { at: Date.now() - 40_000, kind: 'deployment', text: LOQUAT_VERSION },
  ]
  for (const mark of marks) await addMark(redis, mark)
  return marks.map((mark) => JSON.stringify(mark))
}
const BUSY = `
  local function now() local t = redis.call('TIME') return t[1] * 1000 + t[2] / 1000 end
  local till = now() + ARGV[1]
  while now() < till do end`

export const BREAKAGES: readonly Breakage[] = [
  {
    what: 'the mail server answers 421',
    incident: 'mail-deferred',
    breakIt: async ({ mail }) => {
      mail.refuse('mail', '421 4.7.0 too many mails from this address')
      return () => mail.reset()
    },
  },
  {
    what: 'the mail server answers 550',
    incident: 'mail-refused',
    breakIt: async ({ mail }) => {
      mail.refuse('mail', '550 5.7.1 relaying denied')
      return () => mail.reset()
    },
  },
  {
    what: 'the mail server is away',
    incident: 'mail-silent',
    breakIt: async ({ mailProxy }) => {
      await mailProxy.stop()
      return () => mailProxy.start()
    },
  },
  {
    what: 'the object store no longer knows the key of Loquat',
    incident: 'storage-refused',
    breakIt: async ({ store }) => {
      store.formerKey = 'deleted-key'
      return () => {
        store.formerKey = undefined
      }
    },
  },
  {
    what: 'the object store does not answer',
    incident: 'storage-away',
    breakIt: async ({ store }) => {
      store.answer = 'silence'
      return () => {
        store.answer = undefined
      }
    },
  },
  {
    what: 'somebody has left a transaction open in psql that locks the messages',
    incident: 'postgres-locked',
    breakIt: async ({ connect }) => {
      const psql = await connect()
      await psql.query("SET application_name = 'psql'")
      await psql.query('BEGIN; LOCK TABLE message')
      return () => psql.end()
    },
  },
  {
    what: 'Postgres is slow',
    incident: 'postgres-slow',
    breakIt: async ({ postgresProxy }) => {
      postgresProxy.delayMs = 1_500
      return () => {
        postgresProxy.delayMs = 0
      }
    },
  },
  {
    what: 'Postgres is away',
    incident: 'postgres-away',
    breakIt: async ({ postgresProxy }) => {
      await postgresProxy.stop()
      return () => postgresProxy.start()
    },
  },
  {
    what: 'Postgres refuses writes',
    incident: 'postgres-read-only',
    breakIt: async (stand) => {
      await stand.sql(RED_TAPE)
      await reconnect(stand)
      return async () => {
        await stand.sql('SET default_transaction_read_only = off')
        await stand.sql('ALTER DATABASE loquat RESET default_transaction_read_only')
        await reconnect(stand)
      }
    },
  },
  {
    what: 'Redis is full',
    incident: 'redis-refuses',
    breakIt: async ({ redis }) => {
      await redis.client.config('SET', 'maxmemory', '1mb')
      return () => redis.client.config('SET', 'maxmemory', '0')
    },
  },
  {
    what: 'Redis is away',
    incident: 'redis-away',
    breakIt: async ({ redis }) => {
      await redis.kill()
      return () => redis.startAgain()
    },
  },
  {
    what: 'Redis is slow',
    incident: 'redis-slow',
    breakIt: async ({ redis }) => {
      const busy = setInterval(() => void redis.client.eval(BUSY, 0, 700).catch(() => undefined), 800)
      return () => clearInterval(busy)
    },
  },
  {
    what: 'both workers were stopped and did not come back',
    incident: 'no-worker',
    breakIt: async ({ workers }) => {
      for (const { process } of workers) {
        process.kill('SIGTERM')
        await process.exited
      }
      return async () => {
        for (const worker of workers) await worker.start()
      }
    },
  },
  {
    what: 'a worker is stopped by SIGSTOP',
    incident: 'process-silent',
    breakIt: async ({ workers: [worker] }) => {
      worker!.process.kill('SIGSTOP')
      return () => worker!.process.kill('SIGCONT')
    },
  },
  {
    what: 'the second gateway was killed',
    incident: 'process-silent',
    breakIt: async ({ gateways: [, gateway] }) => {
      gateway!.process.kill('SIGKILL')
      await gateway!.process.exited
      return () => gateway!.start()
    },
  },
  {
    what: 'a job fails for good, because its data is invalid',
    incident: 'jobs-failed',
    breakIt: async (stand) => {
      await enqueue(stand, 'email', 'missed-messages', { realm: stand.traffic.realm, poison: true })
      return () => remove(stand, 'email', 'failed', 'missed-messages')
    },
  },
  {
    what: 'version 0.2.0 ran for a moment, has enqueued a job that 0.1.0 does not know, and was rolled back',
    incident: 'job-unknown',
    breakIt: async (stand) => {
      const marks = await rollBack(stand.redis.client, '0.2.0')
      await enqueue(stand, 'email', 'sing-a-song', { realm: stand.traffic.realm })
      return async () => {
        await remove(stand, 'email', 'delayed', 'sing-a-song')
        await stand.redis.client.zrem(`${SERIES_PREFIX}:marks`, ...marks)
      }
    },
  },
  {
    what: 'the push service answers 403',
    incident: 'push-refused',
    breakIt: async ({ push, traffic }) => {
      const refusal = { status: 403, body: 'the VAPID key does not match' }
      push.answer(traffic.browser!.endpoint, ...Array.from({ length: 50 }, () => refusal))
      return () => push.answer(traffic.browser!.endpoint)
    },
  },
  {
    what: 'the server of an outgoing webhook does not answer',
    incident: 'webhook-silent',
    breakIt: async ({ webhook }) => {
      webhook.answer = 'silence'
      return () => {
        webhook.answer = undefined
      }
    },
  },
  {
    what: 'the newest backup is 50 hours old',
    incident: 'backup-old',
    breakIt: async ({ backupMarker }) => {
      const old = Date.now() / 1000 - 50 * 3600
      await utimes(backupMarker, old, old)
      return () => writeFile(backupMarker, '')
    },
  },
]
