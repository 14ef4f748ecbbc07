import { execFile } from 'node:child_process'

/** Time between two questions about one unit, and until one is given up. */
const FRESH_MS = 5_000
const LIMIT_MS = 2_000
/** Units that are remembered. */
const MOST = 50

interface Known {
  readonly at: number
  end: string | undefined
}
const known = new Map<string, Known>()

/**
 * How the last process of a unit of systemd on this machine ended, such as `code=killed, status=9/KILL`.
 * Undefined while it runs, and until the answer of `systemctl`, which the next call has.
 */
export function howItEnded(unit: string): string | undefined {
  const former = known.get(unit)
  if (former !== undefined && performance.now() - former.at < FRESH_MS) return former.end
  if (known.size >= MOST) known.clear()
  const asked: Known = { at: performance.now(), end: former?.end }
  known.set(unit, asked)
  const properties = 'ActiveState,SubState,Result,ExecMainCode,ExecMainStatus,NRestarts'
  execFile('systemctl', ['show', '-p', properties, unit], { timeout: LIMIT_MS }, (error, output) => {
    asked.end = error === null ? endIn(output) : undefined
  })
  return asked.end
}

/** Reads what `systemctl show` prints. */
export function endIn(output: string): string | undefined {
  const values = Object.fromEntries(
    output.split('\n').flatMap((line) => {
      const at = line.indexOf('=')
      return at === -1 ? [] : [[line.slice(0, at), line.slice(at + 1)]]
    }),
  ) as Partial<Record<string, string>>
  const { ActiveState, SubState, Result, ExecMainCode, ExecMainStatus, NRestarts } = values
  if (ActiveState === undefined || ActiveState === 'active') return undefined
  // The codes of waitid(2): 1 for an exit, 2 and 3 for a signal.
  const how = ExecMainCode === '1' ? `exit code ${ExecMainStatus}` : `signal ${ExecMainStatus}`
  return `${ActiveState}, ${SubState}; ${how}, result ${Result}; ${NRestarts} restarts`
}
