import { Worker } from 'node:worker_threads'

/** The thread checks this often within the limit. */
const LOOKS = 12

/** Runs in a thread of its own, so that it runs when the main thread is blocked. */
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
  require('node:fs').writeSync(2, 'a job has blocked the worker for too long; the worker is killed and its jobs run again\\n')
  process.kill(process.pid, 'SIGKILL')
}, workerData.beatMs)
`

/**
 * Kills the process when its event loop has been blocked for `limitMs`: nothing else can end a job that
 * blocks all others. Other workers run the jobs again, the blocking one up to five times.
 */
export function watchEventLoop(limitMs: number): () => Promise<void> {
  const beats = new SharedArrayBuffer(4)
  const view = new Int32Array(beats)
  const beatMs = limitMs / LOOKS
  const timer = setInterval(() => Atomics.add(view, 0, 1), beatMs / 2).unref()
  const watcher = new Worker(WATCH, { eval: true, workerData: { beats, limitMs, beatMs } })
  watcher.unref()
  return async () => {
    clearInterval(timer)
    await watcher.terminate()
  }
}
