import { Counter, Gauge, Registry } from 'prom-client'
import type { ProcessReport, Series } from '../../core/platform/processes/report.ts'
import type { FleetFigures } from './fleet.ts'

/**
 * The figures of all processes for Prometheus, the same at every gateway. docs/operations.md explains the
 * names.
 */
export async function fleetMetrics({
  processes,
  depths,
  backlog,
  isRedisAvailable,
}: FleetFigures): Promise<string> {
  const registry = new Registry()
  const gauge = <Label extends string>(name: string, help: string, ...labelNames: Label[]) =>
    new Gauge({ name, help, labelNames, registers: [registry] })

  gauge('loquat_redis_up', 'Whether this gateway reaches Redis').set(isRedisAvailable ? 1 : 0)
  const builds = gauge('loquat_build_info', 'A version of which processes run', 'version')
  const info = gauge('loquat_process_info', 'A running gateway or worker', 'process', 'kind', 'version')
  for (const report of processes) {
    builds.set({ version: report.version }, 1)
    info.set({ process: nameOf(report), kind: report.kind, version: report.version }, 1)
  }
  for (const [name, help, read] of OF_PROCESS) {
    const each = gauge(`loquat_process_${name}`, help, 'process')
    for (const report of processes) {
      const value = read(report)
      if (value !== undefined && value !== null) each.set({ process: nameOf(report) }, value)
    }
  }

  const jobs = gauge('loquat_queue_jobs', 'Jobs in a queue', 'queue', 'state')
  const paused = gauge('loquat_queue_paused', 'Whether the operator has paused a queue', 'queue')
  const waits = gauge('loquat_queue_oldest_waiting_seconds', 'Age of the oldest waiting job', 'queue')
  const retries = gauge('loquat_queue_oldest_retried_seconds', 'Age of the oldest retried job', 'queue')
  for (const { queue, isPaused, oldestWaitingSeconds, oldestRetriedSeconds, ...states } of depths ?? []) {
    for (const [state, count] of Object.entries(states)) jobs.set({ queue, state }, count)
    waits.set({ queue }, oldestWaitingSeconds)
    retries.set({ queue }, oldestRetriedSeconds)
    paused.set({ queue }, isPaused ? 1 : 0)
  }
  if (backlog !== undefined) {
    gauge('loquat_outbox_due_jobs', 'Jobs not yet handed to their queues, up to 10000').set(backlog.due)
    gauge('loquat_outbox_oldest_seconds', 'How late the oldest of them is').set(backlog.oldestSeconds)
    const failed = gauge('loquat_jobs_given_up', 'Jobs that failed permanently in the last 30 days', 'queue')
    for (const { queue, count } of backlog.failed) failed.set({ queue }, count)
  }
  addTotals(registry, processes)
  return `${await registry.metrics()}\n${seriesText(processes)}`
}

/** The name of a process, which its successor has too. */
const nameOf = ({ name, kind }: ProcessReport): string => name ?? `${kind}-0`

/** Counters of each process's work: the name, its help, the total in `Usage`, and further labels. */
const TOTALS: readonly (readonly [name: string, help: string, total: string, outcome?: string])[] = [
  ['messages_sent_total', 'Messages that were stored', 'sends'],
  ['events_delivered_total', 'Events and heartbeats that clients received', 'deliveries'],
  ['organization_writes_total', 'Transactions that wrote to an organization', 'writes'],
  ['storage_operations_total', 'Operations of the storage of files, without uploads', 'storage.operations'],
  ['storage_operation_seconds_total', 'Time of these operations', 'storage.seconds'],
  ['storage_failures_total', 'Operations and uploads that failed', 'storage.failures'],
  ...['sent', 'deferred', 'refused', 'unanswered', 'unreachable'].map(
    (outcome) =>
      ['mails_total', 'Attempts to send a mail, by how they ended', `mail.${outcome}`, outcome] as const,
  ),
]

function addTotals(registry: Registry, processes: readonly ProcessReport[]): void {
  const registers = [registry]
  const cpu = new Counter({
    name: 'loquat_process_cpu_seconds_total',
    help: 'Processor time since the process started',
    labelNames: ['process'],
    registers,
  })
  for (const report of processes) cpu.inc({ process: nameOf(report) }, report.cpuSeconds)
  const counters = new Map<string, Counter>()
  for (const [name, help, total, outcome] of TOTALS) {
    const labelNames = outcome === undefined ? ['process'] : ['process', 'outcome']
    const counter = counters.get(name) ?? new Counter({ name: `loquat_${name}`, help, labelNames, registers })
    counters.set(name, counter)
    for (const report of processes) {
      const labels = { process: nameOf(report), ...(outcome !== undefined && { outcome }) }
      counter.inc(labels, report.totals?.[total] ?? 0)
    }
  }
}

type Read = (report: ProcessReport) => number | null | undefined

const OF_PROCESS: readonly (readonly [name: string, help: string, read: Read])[] = [
  ['uptime_seconds', 'Time since the process started', ({ at, startedAt }) => (at - startedAt) / 1000],
  [
    'dropped_log_lines',
    'Lines of the log that were left out because nobody read them',
    ({ droppedLogLines }) => droppedLogLines,
  ],
  ['resident_bytes', 'Resident memory of the process', ({ memoryBytes }) => memoryBytes],
  ['heap_bytes', 'Memory of its JavaScript objects', ({ heapBytes }) => heapBytes],
  ['event_loop_delay_seconds', 'Event loop delay, 99th percentile', ({ eventLoopMs }) => eventLoopMs / 1000],
  [
    'redis_seconds',
    'Time that Redis took for the last report of the process',
    ({ redisMs }) => redisMs && redisMs / 1000,
  ],
  ['database_used', 'Postgres connections in use', ({ database }) => database.used],
  ['database_idle', 'Postgres connections idle', ({ database }) => database.idle],
  ['database_waiting', 'Requests that wait for a Postgres connection', ({ database }) => database.waiting],
  ['database_size', 'Maximum of Postgres connections', ({ database }) => database.size],
  ['realms', 'Organizations in memory', ({ realms }) => realms],
  [
    'memory_behind_events',
    'Events that memory lacks, of one organization',
    ({ lag }) => lag && lag.head - lag.position,
  ],
  [
    'stream_behind_events',
    'Events that Redis lacks, of one organization',
    ({ lag }) => lag && (lag.stream === null ? lag.head : lag.head - lag.stream),
  ],
  ['event_queues', 'Event queues attached to the gateway', ({ connections }) => connections?.queues],
  ['waiting_polls', 'Long polls that wait at the gateway', ({ connections }) => connections?.polls],
  ['websockets', 'Open WebSockets of the gateway', ({ connections }) => connections?.sockets],
  ['uploads', 'Running requests of resumable uploads', ({ connections }) => connections?.uploads],
]

/** The series that workers measure, each labelled with its process. */
function seriesText(processes: readonly ProcessReport[]): string {
  const metrics = new Map<string, { first: Series; lines: string[] }>()
  for (const report of processes) {
    for (const each of report.series ?? []) {
      const metric = metrics.get(each.name) ?? { first: each, lines: [] }
      metrics.set(each.name, metric)
      for (const { name, labels, value } of each.values) {
        metric.lines.push(`${name}{${labelText({ ...labels, process: nameOf(report) })}} ${value}`)
      }
    }
  }
  return [...metrics.values()]
    .map(({ first, lines }) =>
      [`# HELP ${first.name} ${first.help}`, `# TYPE ${first.name} ${first.type}`, ...lines, ''].join('\n'),
    )
    .join('\n')
}

const labelText = (labels: Readonly<Record<string, string | number>>): string =>
  Object.entries(labels)
    .map(([name, value]) => `${name}="${String(value).replace(/[\\"]/g, '\\$&').replaceAll('\n', '\\n')}"`)
    .join(',')
