import type { ProcessReport } from '../../../core/platform/processes/report.ts'
import type { OperatorSay } from '../texts/say.ts'

/** Connections to Postgres that a process has and opens, and requests that wait for one. */
export function poolText(
  { database: { used, size, opening = 0, waiting } }: ProcessReport,
  t: OperatorSay,
): string {
  const parts = [
    t('{used} of {size} in use', { used, size }),
    opening > 0 && t('{count} being opened', { count: opening }),
    waiting > 0 && waitingText(waiting, t),
  ]
  return parts.filter((part) => part !== false).join(', ')
}

/** Requests that wait for a connection to Postgres. */
export const waitingText = (count: number, t: OperatorSay): string =>
  count === 1 ? t('1 request waits') : t('{count} requests wait', { count })
