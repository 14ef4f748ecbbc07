import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ENTITIES } from '../../../../core/entities.ts'
import { createRealm } from '../../../../core/organization/settings/create.ts'
import { Database } from '../../../../core/platform/db/database.ts'
import { type Sql, statement } from '../../../../core/platform/db/statements/statement.ts'
import type { RealmId } from '../../../../core/platform/ids.ts'
import { finishJobs, type OutboxJob, sweepOutbox } from '../../../../core/platform/jobs/outbox.ts'
import { programOf } from '../../../harness/programs.ts'
import { checkProperty } from '../../../harness/property.ts'
import { World } from '../../../harness/world.ts'
import type { Batch, Outcome, Plan, Report } from './transactor.ts'

const PROCESSES = 3

const PROBES = statement('test.probes', 'SELECT id, head, logged, seen FROM probe WHERE realm_id = $1')
const LOG = statement('test.log', 'SELECT seq, payload::json FROM event_log WHERE realm_id = $1 ORDER BY seq')
const HEAD = statement('test.head', 'SELECT seq FROM event_head WHERE realm_id = $1')
const CHANNELS = statement('test.channels', 'SELECT name FROM channel WHERE realm_id = $1')
const OUTBOX = statement('test.outbox', 'SELECT data FROM job_outbox')
const HANDED = statement('test.handed', 'SELECT job_id, data::json FROM handed')
const BREAK = statement(
  'test.break',
  `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
   WHERE datname = current_database() AND pid <> pg_backend_pid() AND application_name = 'loquat'
     AND state = 'idle in transaction' ORDER BY random() LIMIT 1`,
)

interface Probe {
  readonly id: string
  /** The reads of a transaction when it wrote: the head, the number of events, the owners of the rows. */
  readonly head: number
  readonly logged: number
  readonly seen: readonly string[]
}

interface Entry {
  readonly seq: number
  readonly payload: { readonly id: string; readonly n: number }
}

/** A snapshot that another connection reads while the processes work. */
interface Snapshot {
  readonly head: number
  readonly logged: number
  readonly seen: readonly string[]
}

let world: World
let db: Database
let processes: (Transactor | undefined)[] = []
/** Exits that neither a plan nor a kill explains, such as an uncaught error. */
const crashes: { readonly code: number | null; readonly signal: string | null }[] = []

beforeAll(async () => {
  world = await World.create()
  db = await Database.open({ entities: ENTITIES, url: world.config.databaseUrl, poolSize: 4 })
  await db.run(
    statement(
      'test.probe-table',
      `CREATE TABLE probe (id text PRIMARY KEY, realm_id int, head bigint, logged bigint, seen text[])`,
    ),
  )
  await db.run(statement('test.handed-table', 'CREATE TABLE handed (job_id bigint, data text)'))
})
afterAll(async () => {
  for (const transactor of processes) transactor?.kill()
  await db?.close()
  await world?.close()
})

/** A process that runs the product's code and executes transactions on request. */
class Transactor {
  readonly outcomes: Outcome[] = []
  readonly #child: ChildProcess
  readonly ready: Promise<unknown>
  readonly #exit: Promise<unknown>
  #killed = false

  constructor() {
    const { databaseUrl, redisUrl, secretKey, rootUrl } = world.config
    const options = {
      databaseUrl,
      redisUrl,
      secretKey,
      rootUrl,
      databasePoolSize: 6,
      eventLogRetentionSeconds: 900,
    }
    const program = programOf('test/core/platform/transactions/transactor.ts')
    this.#child = fork(program, [JSON.stringify(options)], {
      execArgv: ['--enable-source-maps'],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    this.ready = once(this.#child, 'message')
    this.#exit = once(this.#child, 'exit')
    this.#child.once('exit', (code, signal) => {
      if (signal !== 'SIGKILL') crashes.push({ code, signal })
    })
  }

  /** Resolves when the batch is done or the process has died; true if the process still runs. */
  async run(batch: Batch, killAfterMs: number | undefined): Promise<boolean> {
    const done = new Promise<void>((resolve) => {
      this.#child.on('message', (report: Report) => {
        if ('outcome' in report) this.outcomes.push(report.outcome)
        if ('done' in report) resolve()
      })
    })
    // A process that has just died accepts no batch: its exit ends the wait below.
    this.#child.send(batch, () => undefined)
    const timer = killAfterMs === undefined ? undefined : setTimeout(() => this.kill(), killAfterMs)
    await Promise.race([done, this.#exit])
    clearTimeout(timer)
    if (this.#killed) await this.#exit
    else this.#child.removeAllListeners('message')
    return this.#child.connected
  }

  kill(): void {
    this.#killed = true
    this.#child.kill('SIGKILL')
  }
}

const plan = fc.record({
  events: fc.nat(5),
  jobs: fc.oneof({ weight: 2, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.nat(3) }),
  channel: fc.boolean(),
  locksLog: fc.constantFrom<Plan['locksLog'][]>('never', 'never', 'from the start', 'first', 'between'),
  fails: fc.constantFrom<Plan['fails'][]>(
    ...(['no', 'no', 'no', 'no', 'no'] as const),
    ...(['at once', 'at the end', 'in a statement', 'at the flush'] as const),
  ),
  pauseMs: fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.nat(6) }),
  dies: fc.oneof(
    { weight: 150, arbitrary: fc.constant('no' as const) },
    { weight: 1, arbitrary: fc.constantFrom('between' as const, 'after commit' as const) },
  ),
})

const scenario = fc.record({
  plans: fc.array(fc.array(plan, { minLength: 40, maxLength: 90 }), {
    minLength: PROCESSES,
    maxLength: PROCESSES,
  }),
  lanes: fc.integer({ min: 1, max: 5 }),
  /** Milliseconds after which a process is killed. */
  kills: fc.array(fc.option(fc.integer({ min: 2, max: 200 }), { nil: undefined, freq: 2 }), {
    minLength: PROCESSES,
    maxLength: PROCESSES,
  }),
  /** Milliseconds after which Postgres ends one connection in the middle of a transaction. */
  breaks: fc.array(fc.nat(60), { maxLength: 3 }),
})

type Scenario = typeof scenario extends fc.Arbitrary<infer S> ? S : never

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
let runs = 0
let reported = 0

async function transactors(): Promise<Transactor[]> {
  const all = Array.from({ length: PROCESSES }, (_, n) => processes[n] ?? new Transactor())
  processes = [...all]
  await Promise.all(all.map((process) => process.ready))
  return all
}

/** Runs a scenario in a realm of its own, watched by snapshots. */
async function play({ plans, lanes, kills, breaks }: Scenario) {
  const run = ++runs
  const realm = await createRealm(db, { subdomain: `run-${run}`, name: 'Run' })
  await db.run(
    statement('test.taken', `INSERT INTO channel (realm_id, name, is_archived) VALUES ($1, 'taken', false)`),
    [realm],
  )
  const all = await transactors()
  const named = plans.map((list, p) => list.map((plan, n) => ({ ...plan, id: `${run}-${p}-${n}` })))
  let over = false
  const sights: Snapshot[] = []
  const watch = async () => {
    // A snapshot whose connection was closed has no result.
    while (!over)
      await db
        .snapshot((sql) => look(sql, realm))
        .then(
          (sight) => sights.push(sight),
          () => undefined,
        )
  }
  const batches = all.map(async (process, p) => {
    if (!(await process.run({ realm, plans: named[p]!, lanes }, kills[p]))) processes[p] = undefined
  })
  const breaking = breaks.map((ms) => sleep(ms).then(() => db.run(BREAK)))
  const watching = watch()
  await Promise.all([...batches, ...breaking])
  over = true
  await watching
  await ended()
  const outcomes = new Map(
    all.flatMap((process) => process.outcomes.splice(0)).map((outcome) => [outcome.id, outcome]),
  )
  return { realm, plans: named.flat(), outcomes, sights }
}

async function look(sql: Sql, realm: RealmId): Promise<Snapshot> {
  const [head] = await sql.run<{ seq: number }>(HEAD, [realm])
  await sleep(1)
  const logged = await sql.run(LOG, [realm])
  const seen = await sql.run<Probe>(PROBES, [realm])
  return { head: head!.seq, logged: logged.length, seen: seen.map((probe) => probe.id) }
}

const OPEN = statement(
  'test.open',
  `SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()
     AND xact_start IS NOT NULL AND backend_type = 'client backend'`,
)

/** Postgres notices a killed client when it next reads from it. */
async function ended(): Promise<void> {
  while ((await db.run(OPEN)).length > 0) await sleep(2)
}

test('transactions of several processes that fail or die at any point leave whole changes in one order', {
  timeout: 600_000,
}, async () => {
  await checkProperty(scenario, 4, async (given) => {
    const { realm, plans, outcomes, sights } = await play(given)
    const probes = await db.run<Probe>(PROBES, [realm])
    const log = await db.run<Entry>(LOG, [realm])
    const [head] = await db.run<{ seq: number }>(HEAD, [realm])
    const channels = (await db.run<{ name: string }>(CHANNELS, [realm])).map((row) => row.name)
    const committed = new Set(probes.map((probe) => probe.id))

    // Positions are 1..n, and the head is n.
    expect(log.map((entry) => entry.seq)).toEqual(log.map((_, index) => index + 1))
    expect(head!.seq).toBe(log.length)

    // A reported result is true; an unreported transaction is stored completely or not at all.
    for (const { id, outcome, surprise } of outcomes.values()) {
      expect(surprise ?? null).toBeNull()
      if (outcome === 'committed') expect(committed).toContain(id)
      if (outcome === 'rolled back') expect(committed).not.toContain(id)
    }
    const entriesOf = new Map<string, Entry[]>()
    for (const entry of log) {
      entriesOf.set(entry.payload.id, [...(entriesOf.get(entry.payload.id) ?? []), entry])
    }
    for (const plan of plans) {
      const entries = entriesOf.get(plan.id) ?? []
      const isCommitted = committed.has(plan.id)
      if (plan.fails !== 'no') expect(isCommitted).toBe(false)
      expect(entries.map((entry) => entry.payload.n)).toEqual(
        isCommitted ? Array.from({ length: plan.events }, (_, n) => n) : [],
      )
      expect(channels.includes(plan.id)).toBe(isCommitted && plan.channel)
      // The events of one transaction are adjacent.
      const first = entries[0]?.seq
      if (first !== undefined) expect(entries.at(-1)!.seq).toBe(first + plan.events - 1)
      const outcome = outcomes.get(plan.id)
      if (outcome?.held !== undefined && first !== undefined) expect(first).toBe(outcome.held + 1)
    }

    // Positions are in the order of commits: a snapshot with head h saw exactly the transactions up to h.
    const last = new Map([...entriesOf].map(([id, entries]) => [id, entries.at(-1)!.seq]))
    for (const sight of [...probes, ...sights]) {
      expect(sight.logged).toBe(sight.head)
      const emitters = sight.seen.filter((id) => last.has(id))
      const upTo = [...last].filter(([, seq]) => seq <= sight.head).map(([id]) => id)
      expect(emitters.sort()).toEqual(upTo.sort())
    }

    // Jobs exist for committed transactions, and after a sweep each was delivered under one id.
    const jobs = plans
      .filter((plan) => committed.has(plan.id))
      .flatMap((plan) => Array.from({ length: plan.jobs }, (_, n) => `${plan.id}/${n}`))
    await expectJobs(jobs, `${runs}-`)
    reported += outcomes.size
    expect(crashes).toEqual([])
  })
  expect(reported).toBeGreaterThan(40)
})

interface Handed {
  readonly job_id: number
  readonly data: { id: string; n: number }
}

async function expectJobs(expected: readonly string[], prefix: string): Promise<void> {
  const name = ({ id, n }: Handed['data']) => `${id}/${n}`
  const ofRun = (data: Handed['data']) => data.id.startsWith(prefix)
  const handedNow = async () => (await db.run<Handed>(HANDED)).filter((row) => ofRun(row.data))
  const left = (await db.run<{ data: Handed['data'] }>(OUTBOX)).map((row) => row.data).filter(ofRun)
  const before = new Set([...(await handedNow()).map((row) => row.data), ...left].map(name))
  expect([...before].sort()).toEqual([...expected].sort())

  const swept: OutboxJob[] = []
  const sink = {
    handOver: async (jobs: readonly OutboxJob[]) => void swept.push(...jobs),
    forgetFailed: async () => undefined,
  }
  while ((await sweepOutbox(db, sink, 0)) > 0);
  const ids = new Map<string, Set<number>>()
  const all = [
    ...(await handedNow()),
    ...swept.map((job) => ({ job_id: job.id, data: job.data as Handed['data'] })),
  ]
  for (const { job_id, data } of all.filter((row) => ofRun(row.data))) {
    ids.set(name(data), (ids.get(name(data)) ?? new Set()).add(job_id))
  }
  expect([...ids.keys()].sort()).toEqual([...expected].sort())
  for (const [job, under] of ids) expect([job, under.size]).toEqual([job, 1])
  await finishJobs(
    db,
    [...ids.values()].flatMap((under) => [...under]),
  )
  expect((await db.run<{ data: Handed['data'] }>(OUTBOX)).map((row) => row.data).filter(ofRun)).toEqual([])
}
