/** How the values of a series are put together, by the last part of its name. */
interface Rules {
  /** The largest value of a longer time counts, instead of the mean. */
  readonly isMaximum?: true
  /** Without a value nothing is known. Other series are 0 then. */
  readonly hasGaps?: true
}

const RULES: Readonly<Record<string, Rules>> = {
  p50: { hasGaps: true },
  p99: { hasGaps: true },
  seconds: { hasGaps: true },
  bytes: { hasGaps: true },
  connections: { hasGaps: true },
  maximum: { hasGaps: true },
  loopSeconds: { isMaximum: true, hasGaps: true },
  behind: { isMaximum: true },
  oldestWaiting: { isMaximum: true },
  oldestRetried: { isMaximum: true },
}

/**
 * The rules of a series. Names consist of a group, of the object where there are several, and of the figure:
 * `traffic.sends`, `queue.email.waiting`, `route.GET /api/v1/messages.p99`.
 */
export const rulesOf = (name: string): Rules => RULES[name.slice(name.lastIndexOf('.') + 1)] ?? {}

/** The values of all series at one moment. Values that are 0 are left out of series without gaps. */
export type Values = Readonly<Record<string, number>>

/** Joins the values of shorter times. */
export function joined(moments: readonly Values[]): Values {
  const all = new Map<string, number[]>()
  for (const values of moments) {
    for (const [name, value] of Object.entries(values)) {
      const known = all.get(name)
      if (known === undefined) all.set(name, [value])
      else known.push(value)
    }
  }
  return Object.fromEntries(
    [...all].map(([name, values]) => {
      const { isMaximum, hasGaps } = rulesOf(name)
      if (isMaximum) return [name, Math.max(...values)]
      const sum = values.reduce((total, value) => total + value, 0)
      return [name, rounded(sum / (hasGaps ? values.length : moments.length))]
    }),
  )
}

/** Four digits are enough for a plot. */
export const rounded = (value: number): number => Number(value.toPrecision(4))
