import { AsyncLocalStorage } from 'node:async_hooks'
import { pino } from 'pino'
import { openCore } from '../../../../core/open-core.ts'
import { CommitUnknown, databaseFailureOf } from '../../../../core/platform/db/servers/failures.ts'
import { statement } from '../../../../core/platform/db/statements/statement.ts'
import { internal, toRealm } from '../../../../core/platform/events/audience.ts'
import type { RealmId } from '../../../../core/platform/ids.ts'
import type { Tx } from '../../../../core/platform/transactions/transact.ts'
import { Channel } from '../../../../core/state/channels/entities.ts'
import type { Core, CoreOptions } from '../../../../core/state/core.ts'
import { anyJob } from '../../../harness/jobs.ts'
import { undeclaredEvent } from '../../../harness/undeclared-event.ts'

/** One transaction that a process is to run. `id` marks its row, events, jobs and channel. */
export interface Plan {
  readonly id: string
  /** The number of events that it emits. */
  readonly events: number
  readonly jobs: number
  /** Whether it also writes through the unit of work, flushed only at the end. */
  readonly channel: boolean
  /** `from the start`: the unit of work begins with the transaction, as on hot paths. */
  readonly locksLog: 'never' | 'from the start' | 'first' | 'between'
  readonly fails: 'no' | 'at once' | 'at the end' | 'in a statement' | 'at the flush'
  readonly pauseMs: number
  /** Where the whole process ends itself, as by SIGKILL. */
  readonly dies: 'no' | 'between' | 'after commit'
}

export interface Batch {
  readonly realm: RealmId
  readonly plans: readonly Plan[]
  /** The number of concurrent transactions. */
  readonly lanes: number
}

/** The report of a transaction; a killed process reports nothing. */
export interface Outcome {
  readonly id: string
  readonly outcome: 'committed' | 'rolled back' | 'unknown'
  /** The error of a rollback; null when the plan says so or the connection was lost. */
  readonly surprise?: string | null
  readonly held: number | undefined
}

export type Report = { readonly outcome: Outcome } | { readonly ready: true } | { readonly done: true }

const MARK = statement(
  'test.mark',
  `INSERT INTO probe (id, realm_id, head, logged, seen)
   SELECT $1, $2, (SELECT seq FROM event_head WHERE realm_id = $2),
     (SELECT count(*) FROM event_log WHERE realm_id = $2),
     ARRAY(SELECT id FROM probe WHERE realm_id = $2)`,
)
const DIVIDE = statement('test.divide', 'SELECT 1 / $1::int')
const CHANNEL = statement('test.channel', 'INSERT INTO channel (realm_id, name) VALUES ($1, $2)')
const HAND_OVER = statement(
  'test.hand-over',
  `INSERT INTO handed (job_id, data) SELECT * FROM unnest($1::int8[], $2::text[])`,
)

const running = new AsyncLocalStorage<Plan>()
const tell = (report: Report) => process.send?.(report)

async function work(tx: Tx, plan: Plan): Promise<number | undefined> {
  if (plan.fails === 'at once') throw new Planned()
  const holdsEarly = plan.locksLog === 'first' || plan.locksLog === 'from the start'
  let held = holdsEarly ? (await tx.lockLog()).seq : undefined
  await tx.run(MARK, [plan.id, tx.realm])
  const emit = (from: number, to: number) => {
    for (let n = from; n < to; n++) {
      tx.emit(undeclaredEvent({ type: 'test', id: plan.id, n }), n % 2 === 0 ? toRealm : internal)
    }
  }
  emit(0, plan.events >> 1)
  const name = plan.fails === 'at the flush' ? 'taken' : plan.id
  if (plan.channel || plan.fails === 'at the flush') {
    if (plan.locksLog === 'from the start') await tx.run(CHANNEL, [tx.realm, name])
    else tx.em.persist(tx.em.create(Channel, { realmId: tx.realm, name, createdAt: new Date() }))
  }
  for (let n = 0; n < plan.jobs; n++) tx.enqueue(anyJob('test' as 'upkeep', 'job'), { id: plan.id, n })
  await new Promise((resolve) => setTimeout(resolve, plan.pauseMs))
  if (plan.dies === 'between') process.kill(process.pid, 'SIGKILL')
  if (plan.fails === 'in a statement') await tx.run(DIVIDE, [0])
  if (plan.locksLog === 'between') held = (await tx.lockLog()).seq
  emit(plan.events >> 1, plan.events)
  if (plan.fails === 'at the end') throw new Planned()
  return held
}

class Planned extends Error {}

async function run(core: Core, { realm, plans, lanes }: Batch): Promise<void> {
  const waiting = [...plans]
  const lane = async () => {
    for (let plan = waiting.shift(); plan !== undefined; plan = waiting.shift()) {
      tell({ outcome: await attempt(core, realm, plan) })
    }
  }
  await Promise.all(Array.from({ length: lanes }, lane))
  tell({ done: true })
}

async function attempt(core: Core, realm: RealmId, plan: Plan): Promise<Outcome> {
  const { id } = plan
  try {
    const held = await running.run(plan, () => transact(core, realm, plan))
    return { id, outcome: 'committed', held }
  } catch (error) {
    const outcome = error instanceof CommitUnknown ? 'unknown' : 'rolled back'
    return { id, outcome, held: undefined, surprise: surpriseIn(error, plan) }
  }
}

async function transact(core: Core, realm: RealmId, plan: Plan): Promise<number | undefined> {
  if (plan.locksLog !== 'from the start') return core.transact(realm, (tx) => work(tx, plan))
  return core.changeAsSystem((await core.realms.get(realm))!, (tx) => work(tx, plan))
}

function surpriseIn(error: unknown, plan: Plan): string | null {
  const { code, message } = error as { code?: string; message: string }
  const isPlanned =
    error instanceof Planned || (plan.fails !== 'no' && (code === '22012' || code === '23505'))
  const isLost = error instanceof CommitUnknown || databaseFailureOf(error) === 'away'
  return isPlanned || isLost ? null : `${plan.id}: ${message}`
}

async function main(): Promise<void> {
  const options = JSON.parse(process.argv[2]!) as CoreOptions
  const core: Core = await openCore(
    options,
    pino({ level: 'silent' }),
    {
      handOver: async (jobs) => {
        await core.db.run(HAND_OVER, [jobs.map((job) => job.id), jobs.map((job) => JSON.stringify(job.data))])
      },
    },
    {
      afterCommit: () => {
        if (running.getStore()?.dies === 'after commit') process.kill(process.pid, 'SIGKILL')
      },
    },
  )
  process.on('message', (batch: Batch) => void run(core, batch))
  process.on('disconnect', () => process.exit())
  tell({ ready: true })
}

await main()
