import { Worker } from 'node:worker_threads'

const BEAT_MS = 1_000

/** Runs beside the main thread, and so also when that is stuck. */
const WATCH = `
const { workerData } = require('node:worker_threads')
const beats = new Int32Array(workerData.beats)
let last = -1
let stuckFor = 0
setInterval(() => {
  const now = Atomics.load(beats, 0)
  stuckFor = now === last ? stuckFor + workerData.beatMs : 0
  last = now
  if (stuckFor < workerData.limitMs) return
  require('node:fs').writeSync(2, 'a job has held the process up for too long; it is killed\\n')
  process.kill(process.pid, 'SIGKILL')
}, workerData.beatMs)
`

/**
 * Kills the process when its event loop has not turned for `limitMs`: a job that never gives it back would hold up
 * all others, and nothing else can end it. The jobs come back to other workers, that one up to five times.
 */
export function watchEventLoop(limitMs: number): () => Promise<void> {
  const beats = new SharedArrayBuffer(4)
  const view = new Int32Array(beats)
  const timer = setInterval(() => Atomics.add(view, 0, 1), BEAT_MS / 2).unref()
  const watcher = new Worker(WATCH, { eval: true, workerData: { beats, limitMs, beatMs: BEAT_MS } })
  watcher.unref()
  return async () => {
    clearInterval(timer)
    await watcher.terminate()
  }
}
