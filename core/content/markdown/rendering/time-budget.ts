import { createContext, Script } from 'node:vm'

/** Milliseconds left for work on one message that has no other bound. */
export interface TimeBudget {
  left: number
}

const sandbox: { work: () => void } = { work: () => {} }
const context = createContext(sandbox)
const script = new Script('work()')

/**
 * Runs the synchronous function `work` and subtracts its time from `budget`. Interrupts it when the budget is
 * used up, even inside a regular expression, and returns undefined then. Rethrows the errors of `work`. The
 * overhead is about 0.1 ms.
 */
export function runWithinBudget<T>(budget: TimeBudget, work: () => T): T | undefined {
  const timeout = Math.floor(budget.left)
  if (timeout < 1) return undefined
  let result: T | undefined
  const start = performance.now()
  sandbox.work = () => {
    result = work()
  }
  try {
    script.runInContext(context, { timeout })
    return result
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') return undefined
    throw error
  } finally {
    budget.left -= performance.now() - start
  }
}
