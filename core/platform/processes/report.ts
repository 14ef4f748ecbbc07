import type { Seq } from '../ids.ts'

/** How far behind the event log a process is, in the organization where it is furthest behind. */
export interface LogLag {
  readonly realm: number
  /** Position of the newest event in Postgres. */
  readonly head: Seq
  /** … of the newest in Redis; null when the stream is missing or Redis does not answer. */
  readonly stream: Seq | null
  /** … of the newest that this process knows. */
  readonly position: Seq
}

/** What clients hold open at a gateway. */
export interface Connections {
  readonly queues: number
  readonly polls: number
  readonly sockets: number
  /** Requests of resumable uploads that run. */
  readonly uploads: number
}

/** What a worker has done of the jobs of one queue. */
export interface QueueWork {
  readonly queue: string
  readonly running: number
  /** Attempts that ended in the last minute. */
  readonly done: number
  readonly retried: number
  readonly failed: number
}

/** Measurements in the shape that Prometheus is told them. */
export interface Series {
  readonly name: string
  readonly help: string
  readonly type: string
  readonly values: readonly {
    readonly name: string
    readonly labels: Readonly<Record<string, string | number>>
    readonly value: number
  }[]
}

/** What one gateway or worker says of itself every few seconds. */
export interface ProcessReport {
  readonly id: string
  readonly kind: 'gateway' | 'worker'
  readonly host: string
  readonly pid: number
  readonly version: string
  /** Unix milliseconds. */
  readonly startedAt: number
  readonly at: number
  readonly memoryBytes: number
  readonly heapBytes: number
  readonly cpuSeconds: number
  /** How late timers are, in milliseconds: 99 of 100 are less late. */
  readonly eventLoopMs: number
  readonly database: {
    readonly used: number
    readonly idle: number
    readonly waiting: number
    readonly size: number
  }
  /** Time of one command, in milliseconds; null when Redis did not answer. */
  readonly redisMs: number | null
  /** Organizations in memory. */
  readonly realms: number
  /** Absent while no organization is in memory. */
  readonly lag?: LogLag
  readonly connections?: Connections
  readonly work?: readonly QueueWork[]
  readonly series?: readonly Series[]
}
