import type { IncidentName } from '../../../core/platform/incidents/catalogue.ts'
import type { Severity } from '../../../core/platform/incidents/kinds/severity.ts'
import { jobIdOf } from '../../../core/platform/jobs/names.ts'
import { LATE_LOOP_MS } from '../../../core/platform/processes/loop-delay.ts'
import { processName } from '../../../core/platform/processes/process-name.ts'
import type { ProcessReport, SilentProcess } from '../../../core/platform/processes/report.ts'
import type { FleetFigures } from '../fleet.ts'
import { GRACE_MS, NOTICED_LOOP_MS, START_GRACE_MS } from './graces.ts'
import { isStopped, lossOf } from './lost-process.ts'
import { machinesOf } from './machines.ts'

/** A fault that follows from the figures of all processes. */
export interface Derived {
  readonly name: IncidentName
  readonly subject?: string
  readonly reason?: string
  readonly count?: number
  readonly realm?: number | null
  /** Default: the usual severity of the kind. */
  readonly severity?: Severity | undefined
  /** The fault is an incident only after it has lasted this long, because it often lasts for a moment. */
  readonly graceMs?: number
  /** Unix milliseconds; default: when this gateway has first seen it. */
  readonly since?: number
  /** Unix milliseconds of the newest sign; default: now, because the figures still show it. */
  readonly lastAt?: number
}

/** An organization that lacks this number of events is far behind. */
const FAR_BEHIND = 1_000
const OUTBOX_LATE_SECONDS = 20
const FAILED_SHOWN_SECONDS = 24 * 3600
/** A queue whose oldest job has waited this long for its first attempt is late. */
const QUEUE_STANDS_SECONDS = 20
/** People notice that work is this late. */
const NOTICED_SECONDS = 60

/** The faults that the figures of all processes show, whichever server has them. */
export function derivedOf(figures: FleetFigures): Derived[] {
  const { processes, depths, backlog } = figures
  const versions = [...new Set(processes.map(({ version }) => version))].sort()
  return [
    ...processes.flatMap(ofProcess),
    ...machinesOf(processes),
    ...(versions.length > 1 ? [{ name: 'versions-mixed', subject: versions.join(', ') } as const] : []),
    ...(depths ?? [])
      .filter(({ isPaused }) => isPaused)
      .map(({ queue, waiting, oldestWaitingSeconds }) => ({
        name: 'queue-paused' as const,
        subject: queue,
        reason: `${waiting} jobs wait`,
        severity: waiting > 0 && oldestWaitingSeconds >= NOTICED_SECONDS ? ('warning' as const) : undefined,
      })),
    ...(backlog !== undefined && backlog.oldestSeconds > OUTBOX_LATE_SECONDS
      ? [
          {
            name: 'outbox-late' as const,
            reason: `the oldest has waited for ${Math.round(backlog.oldestSeconds)} s`,
            count: backlog.due,
            severity: backlog.oldestSeconds >= NOTICED_SECONDS ? ('critical' as const) : undefined,
          },
        ]
      : []),
    ...failedJobs(figures),
  ]
}

/** The faults of workers. They are known only while every process can report to Redis. */
export function derivedOfReports(figures: FleetFigures): Derived[] {
  const { processes, silent, depths } = figures
  const workers = processes.filter(({ kind }) => kind === 'worker')
  const served = new Set(workers.flatMap(({ work }) => work?.map(({ queue }) => queue) ?? []))
  const stopped = processes.filter(isStopped)
  const found = ofAllSilent(
    [...silent, ...stopped.map(({ at, ...each }) => ({ ...each, lastAt: at }))],
    processes.filter((each) => !stopped.includes(each)),
  )
  if (workers.length === 0) return [...found, { name: 'no-worker', ...endOf(figures) }]
  for (const { queue, waiting, isPaused, oldestWaitingSeconds } of depths ?? []) {
    if (!served.has(queue))
      found.push({ name: 'queue-unserved', subject: queue, severity: waiting > 0 ? undefined : 'warning' })
    else if (!isPaused && oldestWaitingSeconds >= QUEUE_STANDS_SECONDS) {
      const since = figures.at - oldestWaitingSeconds * 1000
      const severity = oldestWaitingSeconds >= NOTICED_SECONDS ? 'critical' : undefined
      found.push({ name: 'queue-stands', subject: queue, reason: `${waiting} jobs wait`, since, severity })
    }
  }
  return found
}

/**
 * How many workers ran, and how the last one ended, when it was in an orderly way. Then another one usually
 * starts, as when none has run yet.
 */
function endOf({ endedWorker: ended, formerWorkers = 0 }: FleetFigures): Pick<Derived, 'reason' | 'graceMs'> {
  const before = formerWorkers === 1 ? '1 ran before' : `${formerWorkers} ran before`
  if (ended === undefined) return formerWorkers === 0 ? { graceMs: START_GRACE_MS } : { reason: before }
  const time = new Date(ended.at).toISOString().slice(11, 19)
  return {
    graceMs: START_GRACE_MS,
    reason: `${formerWorkers === 0 ? '' : `${before}; `}the last one, process ${ended.pid} on ${ended.host}, ended at ${time} UTC in an orderly way: it was asked to (SIGTERM, or the button Drain on /ops/processes)`,
  }
}

function ofProcess(report: ProcessReport): Derived[] {
  const { database, lag, eventLoopMs } = report
  const subject = processName(report)
  const found: Derived[] = []
  if (database.waiting > 0)
    found.push({
      name: 'pool-exhausted',
      subject,
      reason: poolReason(database),
      graceMs: GRACE_MS,
    })
  if (lag !== undefined && lag.head - lag.position > FAR_BEHIND) {
    const reason = `it lacks ${lag.head - lag.position} events`
    found.push({ name: 'events-behind', subject, reason, realm: lag.realm })
  }
  if (eventLoopMs > LATE_LOOP_MS)
    found.push({
      name: 'loop-busy',
      subject,
      reason: `it is ${Math.round(eventLoopMs)} ms late`,
      graceMs: GRACE_MS,
      severity: eventLoopMs >= NOTICED_LOOP_MS ? 'critical' : undefined,
    })
  return found
}

/** What a pool of connections does, while requests wait for it. */
function poolReason({ used, size, opening = 0, waiting }: ProcessReport['database']): string {
  const waits = waiting === 1 ? '1 request waits' : `${waiting} requests wait`
  const isOpening = opening > 0 ? `, and ${opening} are being opened` : ''
  return `${waits}; ${used} of ${size} connections are in use${isOpening}`
}

function failedJobs({ backlog, at }: FleetFigures): Derived[] {
  const recent = (backlog?.newestFailed ?? []).filter(
    ({ failedAt }) => at / 1000 - failedAt < FAILED_SHOWN_SECONDS,
  )
  const queues = [...new Set(recent.map(({ queue }) => queue))]
  return queues.map((queue) => {
    const ofQueue = recent.filter((job) => job.queue === queue)
    const { id, name, failure, realm } = ofQueue[0]!
    return {
      name: 'jobs-failed',
      subject: queue,
      count: ofQueue.length,
      reason: `${name} (${jobIdOf(id)}): ${failure}`,
      realm,
      since: Math.min(...ofQueue.map(({ failedAt }) => failedAt)) * 1000,
    }
  })
}

/**
 * `live`: processes that report and run. One with another host name than the container that it replaces
 * replaces no other container.
 */
function ofAllSilent(silent: readonly SilentProcess[], live: readonly ProcessReport[]): Derived[] {
  const free = [...live]
  return [...silent]
    .sort((a, b) => a.lastAt - b.lastAt)
    .map((each) => {
      const { isOver, reason, replacement, isHanging } = lossOf(each, free)
      if (replacement !== undefined && replacement.host !== each.host)
        free.splice(free.indexOf(replacement), 1)
      const others = live.some(({ kind }) => kind === each.kind)
      // Clients of a gateway that hangs keep their connections, and wait.
      const isNoticed = !others || (isHanging && each.kind === 'gateway')
      return {
        name: isOver ? 'process-died' : 'process-silent',
        subject: processName(each),
        reason,
        since: each.lastAt,
        ...(isOver ? { lastAt: each.lastAt } : { severity: isNoticed ? undefined : 'warning' }),
      }
    })
}
