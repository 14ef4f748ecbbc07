import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { startBroadcaster } from './bare.ts'
import { Connection } from './load.ts'

/** Answers a second of the bare server. */
const PER_SECOND = 100
const BYTES = 100

/** A bare uWebSockets.js that answers a request every ten milliseconds, and shows how much slower the machine is just now. */
export interface Gauge {
  /** Answers and microseconds of processor time since the start. */
  reading(): GaugeReading
  stop(): void
}

export interface GaugeReading {
  readonly answers: number
  readonly microseconds: number
}

export async function startGauge(): Promise<Gauge> {
  const bare = await startBroadcaster()
  const connection = await Connection.open(bare.port)
  let answers = 0
  let isOver = false
  const repeat = async () => {
    while (!isOver) {
      await connection.request('GET', `/answer/${BYTES}`, '')
      answers += 1
      await sleep(1000 / PER_SECOND)
    }
  }
  void repeat()
  return {
    reading: () => ({ answers, microseconds: microsecondsOf(bare.pid) }),
    stop: () => {
      isOver = true
      connection.close()
      bare.stop()
    },
  }
}

/** Processor time of the main thread. Linux counts it in nanoseconds here. */
function microsecondsOf(pid: number): number {
  return Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1000
}
