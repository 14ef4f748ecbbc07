import { readFileSync } from 'node:fs'
import { hostname } from 'node:os'
import type { ProcessReport, SilentProcess } from '../../../core/platform/processes/report.ts'
import { howItEnded } from './unit-end.ts'

/** Why a process does not report. */
export interface Loss {
  /** Another one has taken its place. */
  readonly isOver: boolean
  readonly replacement?: ProcessReport
  /** It exists, and does not react. */
  readonly isHanging: boolean
  readonly reason: string
}

/** Why a process does not report: what this machine knows of it, and who starts it again. */
export function lossOf(silent: SilentProcess, live: readonly ProcessReport[]): Loss {
  const state = silent.host === hostname() ? stateOf(silent.pid) : undefined
  const hanging = { isOver: false, isHanging: true }
  if (state === 'stopped') return { ...hanging, reason: 'it is stopped (SIGSTOP)' }
  if (state === 'stuck') return { ...hanging, reason: 'it exists, and does not react: its event loop stands' }
  const replacement = live.find(
    ({ kind, host, startedAt }) =>
      kind === silent.kind &&
      // A new container has a new name.
      (host === silent.host || silent.supervisor === 'container') &&
      startedAt > silent.lastAt - 1_000,
  )
  const isReplaced = replacement !== undefined
  const ended = { isOver: isReplaced, isHanging: false, ...(isReplaced && { replacement }) }
  const time = `${new Date(silent.lastAt).toISOString().slice(11, 19)} UTC`
  if (state === undefined) return { ...ended, reason: `its last report came at ${time}` }
  const minutes = Math.max(0, Math.round((silent.lastAt - silent.startedAt) / 60_000))
  const last = `last report at ${time}: it had run for ${minutes} min and used ${Math.round(silent.memoryBytes / 1024 / 1024)} MiB`
  return { ...ended, reason: `it does not exist any more; ${who(silent, isReplaced)}; ${last}` }
}

/** Who starts a process again that has ended. */
function who({ supervisor }: SilentProcess, isReplaced: boolean): string {
  if (supervisor === 'npm start') return 'npm start starts it again'
  if (supervisor === 'container') return 'its container ended with it'
  if (supervisor?.endsWith('.service')) {
    const end = isReplaced ? undefined : howItEnded(supervisor)
    return `systemd keeps it as ${supervisor}${end === undefined ? '' : ` (${end})`}`
  }
  if (isReplaced) return 'another one has started'
  return supervisor === 'none'
    ? 'nothing starts it again, because it had no supervisor'
    : 'what started it may start it again'
}

/** Whether a process of this machine is stopped, though its last report still counts. */
export const isStopped = ({ host, pid }: Pick<ProcessReport, 'host' | 'pid'>): boolean =>
  host === hostname() && pid !== process.pid && stateOf(pid) === 'stopped'

/** Linux's figures of a process of this machine; undefined on other systems. */
function stateOf(pid: number): 'gone' | 'stopped' | 'stuck' | undefined {
  if (process.platform !== 'linux') return undefined
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const state = text.slice(text.lastIndexOf(')') + 2)[0]
    if (state === 'T' || state === 't') return 'stopped'
    return state === 'Z' || state === 'X' ? 'gone' : 'stuck'
  } catch {
    return 'gone'
  }
}
