import type { Seq } from '../ids.ts'
import type { Trouble } from '../incidents/incident.ts'
import type { MachineLoad } from './machine-load.ts'
import type { UsageRow } from './usage.ts'

/** How far a process is behind the event log, for the organization with the greatest lag. */
export interface LogLag {
  readonly realm: number
  /** Position of the newest event in Postgres. */
  readonly head: Seq
  /** Position of the newest event in Redis; null when the stream is missing or Redis does not answer. */
  readonly stream: Seq | null
  /** Position of the newest event that this process has applied. */
  readonly position: Seq
}

/** The number of connections and event queues that a gateway serves. */
export interface Connections {
  readonly queues: number
  readonly polls: number
  readonly sockets: number
  /** Running requests of resumable uploads. */
  readonly uploads: number
}

/** The jobs of one queue that a worker runs and has run. */
export interface QueueWork {
  readonly queue: string
  readonly running: number
  /** Attempts of the last minute that succeeded; `retried` and `failed` count the others. */
  readonly done: number
  readonly retried: number
  readonly failed: number
}

/** Measurements in the form in which Prometheus reads them. */
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

/** The state of one gateway or worker, which it publishes every few seconds. */
export interface ProcessReport {
  readonly id: string
  /** `gateway-1`: a name that a restarted process takes over; absent while Redis has not given one. */
  readonly name?: string
  readonly kind: 'gateway' | 'worker'
  readonly host: string
  readonly pid: number
  readonly version: string
  /** Unix milliseconds. */
  readonly startedAt: number
  /** Unix milliseconds of the measurement. */
  readonly at: number
  /** Milliseconds until the next report; absent in reports of a former version. */
  readonly intervalMs?: number
  /** What starts the process again when it dies (`supervisorOf`); absent in reports of a former version. */
  readonly supervisor?: string
  /** The port on which a gateway listens, where it is configured. */
  readonly port?: number
  readonly memoryBytes: number
  readonly heapBytes: number
  readonly cpuSeconds: number
  /** Share of a core that the process used since its former report; absent from former versions. */
  readonly cpuShare?: number
  /** The processors of its machine; absent in reports of a former version. */
  readonly machine?: MachineLoad
  /** An operator has asked the process to end. */
  readonly isDraining?: boolean
  /** 99th percentile of the delay of timers, in milliseconds. */
  readonly eventLoopMs: number
  readonly database: {
    readonly used: number
    readonly idle: number
    /** Connections that are being opened; absent in reports of a former version. */
    readonly opening?: number
    /** Requests that wait for a connection. */
    readonly waiting: number
    readonly size: number
  }
  /**
   * Milliseconds that Redis took to store the former report, or to answer a ping when it did not; null
   * without an answer.
   */
  readonly redisMs: number | null
  /** Number of organizations in memory. */
  readonly realms: number
  /** Absent while no organization is in memory. */
  readonly lag?: LogLag
  readonly connections?: Connections
  readonly work?: readonly QueueWork[]
  readonly series?: readonly Series[]
  /** The work of the process since it started (`Usage`). */
  readonly totals?: Readonly<Record<string, number>>
  /** The organizations that used most of the process in the last minute. */
  readonly usage?: readonly UsageRow[]
  /** Lines of its log that were left out since its start, because nobody read them. */
  readonly droppedLogLines?: number
  /** The faults that the process has noticed; absent in reports of a former version. */
  readonly troubles?: readonly Trouble[]
}

/** The last process of a kind that ended in an orderly way. */
export interface EndedProcess {
  readonly kind: ProcessReport['kind']
  readonly host: string
  readonly pid: number
  /** Unix milliseconds, by the clock of its machine. */
  readonly at: number
}

/** A process whose report has not come, though it did not say that it ends. */
export interface SilentProcess {
  readonly id: string
  readonly kind: ProcessReport['kind']
  readonly host: string
  readonly pid: number
  /** Unix milliseconds of its last report, by the clock of Redis. */
  readonly lastAt: number
  /** As in its last report. */
  readonly supervisor?: string
  readonly port?: number
  readonly startedAt: number
  readonly memoryBytes: number
}
