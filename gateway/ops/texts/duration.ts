import type { OperatorSay } from './say.ts'

/** A number of seconds in the largest unit that leaves at least two of it: `90 s`, `5 min`, `3 days`. */
export function duration(seconds: number, t: OperatorSay): string {
  const count = (unit: number) => ({ count: Math.max(0, Math.round(seconds / unit)) })
  if (seconds < 120) return t('{count} s', count(1))
  if (seconds < 2 * 3600) return t('{count} min', count(60))
  return seconds < 48 * 3600 ? t('{count} h', count(3600)) : t('{count} days', count(86_400))
}
