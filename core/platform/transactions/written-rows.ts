import type { Columns } from '../db/statements/row.ts'
import { type Sql, statement } from '../db/statements/statement.ts'
import { type Audience, encodeAudience } from '../events/audience.ts'
import type { EventBody } from '../events/event.ts'
import { isStateChange, type LogEntry } from '../events/log.ts'
import type { RealmId, Seq } from '../ids.ts'
import type { JobDeclaration } from '../jobs/declare-job.ts'
import type { JobOutbox } from '../jobs/entity.ts'
import type { OutboxJob } from '../jobs/outbox.ts'

/**
 * Most characters of a job's data as JSON. Queues keep the data in memory, and a sweep loads many jobs at
 * once.
 */
const MAX_JOB_LENGTH = 1_000_000

const WRITE_EVENTS = statement(
  'events.write',
  `WITH head AS (
     UPDATE event_head SET seq = seq + cardinality($2::text[]),
       state_seq = CASE WHEN $4::int > 0 THEN seq + $4::int ELSE state_seq END
     WHERE realm_id = $1
     RETURNING seq - cardinality($2::text[]) AS before
   ), written AS (
     INSERT INTO event_log (realm_id, seq, payload, audience)
     SELECT $1, head.before + event.n, event.payload, event.audience
     FROM head, unnest($2::text[], $3::text[]) WITH ORDINALITY AS event (payload, audience, n)
   )
   SELECT before FROM head`,
)

const WRITE_JOBS = statement(
  'jobs.write',
  `INSERT INTO job_outbox (queue, name, data, due_at)
   SELECT queue, name, data, coalesce(to_timestamp(at), clock_timestamp())
   FROM unnest($1::text[], $2::text[], $3::json[], $4::float8[]) AS job (queue, name, data, at) RETURNING id`,
)

/** An event without its position. */
export type WrittenEvent = Omit<LogEntry, 'seq'>

export const writtenEvent = (event: EventBody, audience: Audience): WrittenEvent => ({
  payload: JSON.stringify(event),
  audience: encodeAudience(audience),
})

/** The entries of events that were written after position `before`. */
export const entriesAfter = (before: number, events: readonly WrittenEvent[]): LogEntry[] =>
  events.map(({ payload, audience }, index) => ({ seq: (before + index + 1) as Seq, payload, audience }))

export async function writeEvents(
  sql: Sql,
  realm: RealmId,
  events: readonly WrittenEvent[],
): Promise<LogEntry[]> {
  if (events.length === 0) return []
  const [head] = await sql.run<{ readonly before: number }>(WRITE_EVENTS, [
    realm,
    events.map((event) => event.payload),
    events.map((event) => event.audience),
    events.findLastIndex(isStateChange) + 1,
  ])
  if (head === undefined) throw new Error(`realm ${realm} has no event head`)
  return entriesAfter(head.before, events)
}

/** A job of the outbox without its id. */
export interface WrittenJob {
  readonly queue: string
  readonly name: string
  readonly data: string
  readonly at: number | null
}

/** A job as its row. Throws when its data are too large. */
export function writtenJob<Data>(
  { queue, name }: JobDeclaration<Data>,
  data: Data,
  { at }: { readonly at?: number },
): WrittenJob {
  const text = JSON.stringify(data)
  if (text.length > MAX_JOB_LENGTH) throw new Error(`the data of job ${name} is too large`)
  return { queue, name, data: text, at: at ?? null }
}

/** Writes jobs to the outbox. Returns those without a time, which are due at once. */
export async function writeJobs(sql: Sql, jobs: readonly WrittenJob[]): Promise<OutboxJob[]> {
  if (jobs.length === 0) return []
  const rows = await sql.run<Columns<typeof JobOutbox, 'id'>>(WRITE_JOBS, [
    jobs.map((job) => job.queue),
    jobs.map((job) => job.name),
    jobs.map((job) => job.data),
    jobs.map((job) => job.at),
  ])
  return jobs.flatMap(({ queue, name, data, at }, index) =>
    at === null ? [{ id: rows[index]!.id, queue, name, data: JSON.parse(data) }] : [],
  )
}
