/**
 * `skipped`: the check does not concern this configuration, or needs something that another check found
 * wrong.
 */
export type Status = 'ok' | 'warning' | 'wrong' | 'skipped'

/** The outcome of a check. */
export interface Finding {
  readonly status: Status
  /** The finding. */
  readonly found: string
  /** Advice for the operator; absent when there is nothing to do. */
  readonly advice?: string
}

/** One question about a configuration and its servers. */
export interface Check {
  /** A short name that is unique in the report, such as `Postgres version`. */
  readonly name: string
  /** Milliseconds after which the check is given up. Default: `CHECK_MS`. */
  readonly timeLimitMs?: number
  /** Rejects when the question cannot be answered; `signal` is aborted when the time is up. */
  readonly run: (signal: AbortSignal) => Promise<Finding> | Finding
  /** The advice when the check rejects or takes too long. */
  readonly advice: string
}

/** A finding with the name of its check. */
export interface Row extends Finding {
  readonly name: string
}

const CHECK_MS = 10_000

export const ok = (found: string): Finding => ({ status: 'ok', found })
export const warning = (found: string, advice: string): Finding => ({ status: 'warning', found, advice })
export const wrong = (found: string, advice: string): Finding => ({ status: 'wrong', found, advice })
export const skipped = (found: string): Finding => ({ status: 'skipped', found })

/** The rows of checks that depend on a failed one. */
export const notChecked = (checks: readonly Pick<Check, 'name'>[], failed: string): Row[] =>
  checks.map(({ name }) => ({ name, ...skipped(`not checked: it needs what the row ${failed} says`) }))

/** Runs a check. A check that fails or takes too long is wrong. Never rejects. */
export async function runCheck({ name, run, advice, timeLimitMs = CHECK_MS }: Check): Promise<Row> {
  const timer = new AbortController()
  let timeout: NodeJS.Timeout | undefined
  const late = new Promise<Finding>((resolve) => {
    timeout = setTimeout(() => {
      resolve(wrong(`no answer within ${timeLimitMs / 1000} s`, advice))
      timer.abort()
    }, timeLimitMs)
  })
  const answer = Promise.resolve()
    .then(() => run(timer.signal))
    .catch((error: unknown): Finding => wrong(reasonOf(error), advice))
  try {
    return { name, ...(await Promise.race([answer, late])) }
  } finally {
    clearTimeout(timeout)
  }
}

/** Runs checks one after another, because they share a connection. */
export async function runInOrder(checks: readonly Check[]): Promise<Row[]> {
  const rows: Row[] = []
  for (const check of checks) rows.push(await runCheck(check))
  return rows
}

/** The first line of an error's message; of the innermost cause where errors wrap others. */
export function reasonOf(error: unknown): string {
  const { cause, errors } = error as { cause?: unknown; errors?: unknown[] }
  if (errors !== undefined && errors.length > 0) return reasonOf(errors[0])
  if (cause instanceof Error) return reasonOf(cause)
  const { message, code, name } = error as { message?: string; code?: string; name?: string }
  return (message || code || name || String(error)).split('\n', 1)[0]!
}
