import { Gauge, Registry } from 'prom-client'
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
  const info = gauge(
    'loquat_process_info',
    'A running gateway or worker',
    'process',
    'kind',
    'host',
    'version',
  )
  for (const { id, kind, host, version } of processes) info.set({ process: id, kind, host, version }, 1)
  for (const [name, help, read] of OF_PROCESS) {
    const each = gauge(`loquat_process_${name}`, help, 'process')
    for (const report of processes) {
      const value = read(report)
      if (value !== undefined && value !== null) each.set({ process: report.id }, value)
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
  return `${await registry.metrics()}\n${seriesText(processes)}`
}

type Read = (report: ProcessReport) => number | null | undefined

const OF_PROCESS: readonly (readonly [name: string, help: string, read: Read])[] = [
  ['uptime_seconds', 'Time since the process started', ({ at, startedAt }) => (at - startedAt) / 1000],
  ['resident_bytes', 'Resident memory of the process', ({ memoryBytes }) => memoryBytes],
  ['heap_bytes', 'Memory of its JavaScript objects', ({ heapBytes }) => heapBytes],
  ['cpu_seconds', 'Processor time since the process started', ({ cpuSeconds }) => cpuSeconds],
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
  for (const { id, series } of processes) {
    for (const each of series ?? []) {
      const metric = metrics.get(each.name) ?? { first: each, lines: [] }
      metrics.set(each.name, metric)
      for (const { name, labels, value } of each.values) {
        metric.lines.push(`${name}{${labelText({ ...labels, process: id })}} ${value}`)
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
