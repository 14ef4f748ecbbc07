/** A span of time that plots show. */
export type SpanName = 'minutes' | 'hour' | 'day' | 'week'

export interface Mark {
  readonly at: number
  readonly kind: 'deployment' | 'incident'
  readonly severity?: 'critical' | 'warning' | 'notice'
}

interface Answer {
  readonly stepMs: number
  readonly moments: readonly (readonly [at: number, values: Readonly<Record<string, number>>])[]
  readonly marks: readonly Mark[]
}

export const SPANS_MS = { minutes: 600_000, hour: 3_600_000, day: 86_400_000, week: 604_800_000 } as const
/** The ring with the moments of a span. */
const ringOf = (span: SpanName): string => (span === 'minutes' ? 'hour' : span)

/** Figures without a value while others have one are not known; other series are 0 then. */
const HAS_GAPS = /\.(p50|p99|seconds|bytes|connections|maximum|loopSeconds)$/

/** The server answered with an error. */
export class Refused extends Error {
  readonly status: number

  constructor(status: number) {
    super(`answered ${status}`)
    this.status = status
  }
}

/** The moments of one span, which it asks the server for bit by bit. */
export class Moments {
  readonly #span: SpanName
  #byTime = new Map<number, Readonly<Record<string, number>>>()
  #stepMs = 10_000
  marks: readonly Mark[] = []

  constructor(span: SpanName) {
    this.#span = span
  }

  /** Asks for new moments. Rejects when the server does not answer. */
  async refresh(): Promise<void> {
    const after = Math.max(0, ...this.#byTime.keys())
    const answer = await fetch(`/ops/series?ring=${ringOf(this.#span)}&after=${after}`, {
      credentials: 'same-origin',
    })
    if (!answer.ok) throw new Refused(answer.status)
    const { stepMs, moments, marks } = (await answer.json()) as Answer
    this.#stepMs = stepMs
    this.marks = marks
    for (const [at, values] of moments) this.#byTime.set(at, values)
    const oldest = Date.now() - SPANS_MS[this.#span]
    for (const at of this.#byTime.keys()) if (at < oldest) this.#byTime.delete(at)
  }

  /** The span of time that plots show, in Unix seconds. */
  get span(): [from: number, to: number] {
    const now = Date.now()
    return [(now - SPANS_MS[this.#span]) / 1000, now / 1000]
  }

  /** The first moment with figures, in Unix seconds; undefined without any. */
  get beginning(): number | undefined {
    return this.isEmpty ? undefined : Math.min(...this.#byTime.keys()) / 1000
  }

  get isEmpty(): boolean {
    return this.#byTime.size === 0
  }

  /** Times in Unix seconds, one for each step. Gaps have times too, so that lines break there. */
  times(): number[] {
    const all = [...this.#byTime.keys()].sort((a, b) => a - b)
    const times: number[] = []
    for (let at = all[0] ?? 0; at <= (all.at(-1) ?? -1); at += this.#stepMs) times.push(at / 1000)
    return times
  }

  /** The values of a series at these times; null where there is a gap. */
  values(series: string, times: readonly number[], factor = 1): (number | null)[] {
    const isZero = !HAS_GAPS.test(series)
    return times.map((time) => {
      const values = this.#byTime.get(Math.round(time * 1000))
      const value = values?.[series] ?? (values !== undefined && isZero ? 0 : null)
      return value === null ? null : value * factor
    })
  }

  /** The objects of a group, such as queues, that have values, the most frequent first. */
  objects(group: string): string[] {
    const counts = new Map<string, number>()
    for (const values of this.#byTime.values()) {
      const inMoment = new Set(
        Object.keys(values)
          .filter((name) => name.startsWith(`${group}.`))
          .map((name) => name.slice(group.length + 1, name.lastIndexOf('.'))),
      )
      for (const name of inMoment) counts.set(name, (counts.get(name) ?? 0) + 1)
    }
    return [...counts].sort(([a, m], [b, n]) => n - m || a.localeCompare(b)).map(([name]) => name)
  }
}
