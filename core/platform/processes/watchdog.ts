import { hostname } from 'node:os'
import { Worker } from 'node:worker_threads'
import type { Troubles } from '../incidents/troubles.ts'
import { processName } from './process-name.ts'

/** The thread checks this often within the limit. */
const LOOKS = 12
/** The event loop stood still for this long: longer than a busy moment. */
const STILL_MS = 2_000

/** Runs in a thread of its own, so that it runs when the main thread is blocked. */
const WATCH = `
const { workerData } = require('node:worker_threads')
const fs = require('node:fs')
const beats = new Int32Array(workerData.beats)
let last = -1
let stuckFor = 0
let isEnding = false
setInterval(() => {
  const now = Atomics.load(beats, 0)
  stuckFor = now === last ? stuckFor + workerData.beatMs : 0
  last = now
  if (stuckFor < workerData.limitMs || isEnding) return
  isEnding = true
  // The process ends even if its stack or its line cannot be written.
  setTimeout(end, 3_000)
  stackOfMain((stack) => say(stack, end))
}, workerData.beatMs)

const end = () => process.kill(process.pid, 'SIGKILL')

function say(stack, done) {
  const msg = 'the event loop has stood still for too long; the process is killed, and its supervisor starts another'
  const fields = { level: 60, time: Date.now(), process: workerData.name, pid: process.pid, msg, stack }
  fs.write(2, JSON.stringify(fields) + '\\n', () => done())
}

// Interrupts the main thread where it is. A call of the system cannot be interrupted, and has no stack.
function stackOfMain(then) {
  let isTold = false
  const tell = (stack) => {
    if (isTold) return
    isTold = true
    then(stack)
  }
  setTimeout(() => tell('unknown: the main thread waits for the system'), 1_500)
  try {
    const { Session } = require('node:inspector')
    const session = new Session()
    session.connectToMainThread()
    session.on('Debugger.paused', ({ params }) => {
      tell(params.callFrames.slice(0, 30).map(({ functionName, url, location }) =>
        'at ' + (functionName || '(anonymous)') + ' (' + url + ':' + (location.lineNumber + 1) + ')').join('\\n'))
    })
    session.post('Debugger.enable', () => session.post('Debugger.pause'))
  } catch (error) {
    tell('unknown: ' + error.message)
  }
}
`

export interface WatchdogOptions {
  /** `gateway` or `worker`, for the line of the log. */
  readonly name: string
  /** Milliseconds of a blocked event loop after which the process is killed. */
  readonly limitMs: number
  /** Called when the event loop goes on after it has stood still for at least a number of milliseconds. */
  readonly onStill?: (milliseconds: number) => void
}

/**
 * Kills the process when its event loop has been blocked for `limitMs`, after a line on standard error with
 * the stack of the blocking code: nothing else can end it. Other processes serve its clients, or run its jobs
 * again.
 */
export function watchEventLoop({ name, limitMs, onStill }: WatchdogOptions): () => Promise<void> {
  const beats = new SharedArrayBuffer(4)
  const view = new Int32Array(beats)
  const beatMs = limitMs / LOOKS
  let lastAt = performance.now()
  const timer = setInterval(() => {
    Atomics.add(view, 0, 1)
    const now = performance.now()
    const stillMs = now - lastAt - beatMs / 2
    lastAt = now
    if (stillMs > STILL_MS) onStill?.(stillMs)
  }, beatMs / 2).unref()
  const watcher = new Worker(WATCH, { eval: true, workerData: { beats, limitMs, beatMs, name } })
  watcher.unref()
  return async () => {
    clearInterval(timer)
    await watcher.terminate()
  }
}

/** After this time of a blocked event loop, a gateway or worker is killed. */
const LIMIT_MS = 30_000

/** Watches the event loop of a gateway, with its configured port, or of a worker. */
export function watchProcess(
  name: 'gateway' | 'worker',
  troubles: Troubles,
  port?: number,
): () => Promise<void> {
  const subject = processName({ kind: name, host: hostname(), pid: process.pid, port })
  return watchEventLoop({
    name,
    limitMs: LIMIT_MS,
    onStill: (milliseconds) =>
      troubles.note('loop-blocked', {
        subject,
        reason: `for at least ${(milliseconds / 1000).toFixed(1)} s`,
      }),
  })
}
