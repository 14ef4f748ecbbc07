import { spawn } from 'node:child_process'
import type { Logger } from '../log/log.ts'

/** Signs of life within the time after which systemd kills the process. */
const SIGNS = 3

/**
 * Tells systemd that the event loop runs, as `WatchdogSec=` of the unit asks (sd_watchdog_enabled(3)). It
 * kills a process that says nothing, such as a stopped one, which cannot watch itself. Node has no datagram
 * sockets of Unix, so the program `systemd-notify` says it; the unit needs `NotifyAccess=all`. Does nothing
 * elsewhere.
 */
export function reportToServiceManager(log: Logger, env: NodeJS.ProcessEnv = process.env): void {
  const limitMs = Number(env.WATCHDOG_USEC) / 1000
  const isForThis = env.WATCHDOG_PID === undefined || Number(env.WATCHDOG_PID) === process.pid
  if (env.NOTIFY_SOCKET === undefined || !(limitMs > 0) || !isForThis) return
  let isSaying = false
  const say = () => {
    if (isSaying) return
    isSaying = true
    const program = spawn('systemd-notify', ['WATCHDOG=1'], { env, stdio: 'ignore' })
    program.once('exit', () => {
      isSaying = false
    })
    program.once('error', (error) => {
      clearInterval(timer)
      log.error({ err: error }, 'systemd-notify cannot run: remove WatchdogSec from the unit')
    })
    program.unref()
  }
  const timer = setInterval(say, limitMs / SIGNS).unref()
  say()
}
