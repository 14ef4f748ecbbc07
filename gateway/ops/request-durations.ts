import { MAX_ROUTES_IN_SERIES } from '../../config/limits.ts'
import { BOUNDS } from '../../core/platform/series/histogram.ts'
import type { RouteCounts } from '../../core/platform/series/part.ts'

const NAME = 'loquat_http_request_duration_seconds'

/** The requests of one method, route and status. */
interface Series {
  readonly method: string
  readonly status: number
  /** Number of requests that took at most each bound, and longer than the previous bound. */
  readonly buckets: number[]
  count: number
  /** Seconds. */
  sum: number
  /** `count` and `buckets` at the last call of `take`. */
  taken: { readonly count: number; readonly buckets: readonly number[] }
}

const NONE = { count: 0, buckets: [] }

/**
 * The histogram of requests' durations by method, route and status. It counts every request. The histogram of
 * prom-client validates labels and makes several objects for each.
 */
export class RequestDurations {
  readonly #byRoute = new Map<string, Series[]>()

  observe(method: string, route: string, status: number, seconds: number): void {
    const series = this.#series(method, route, status)
    series.count++
    series.sum += seconds
    for (let index = 0; index < BOUNDS.length; index++) {
      if (seconds > BOUNDS[index]!) continue
      series.buckets[index]!++
      return
    }
  }

  /** The requests since the former call, by method and route: the routes with most of them. */
  take(): Record<string, RouteCounts> {
    const found: [string, RouteCounts & { failed: number; buckets: number[]; count: number }][] = []
    for (const [route, all] of this.#byRoute) {
      const ofMethod = new Map<string, { count: number; failed: number; buckets: number[] }>()
      for (const series of all) {
        const { method, status, count, buckets, taken } = series
        if (count === taken.count) continue
        const sum = ofMethod.get(method) ?? { count: 0, failed: 0, buckets: BOUNDS.map(() => 0) }
        ofMethod.set(method, sum)
        sum.count += count - taken.count
        if (status >= 500) sum.failed += count - taken.count
        for (const [index, number] of buckets.entries())
          sum.buckets[index]! += number - (taken.buckets[index] ?? 0)
        series.taken = { count, buckets: [...buckets] }
      }
      for (const [method, sum] of ofMethod) found.push([`${method} ${route}`, sum])
    }
    const most = found.sort(([, a], [, b]) => b.count - a.count).slice(0, 2 * MAX_ROUTES_IN_SERIES)
    return Object.fromEntries(most)
  }

  /** The histogram in the text format of Prometheus. `labels` are added to each series. */
  text(labels: Readonly<Record<string, string>>): string {
    const lines = [
      `# HELP ${NAME} Time from the request to the end of its response`,
      `# TYPE ${NAME} histogram`,
    ]
    for (const [route, all] of this.#byRoute) {
      for (const { method, status, buckets, count, sum } of all) {
        const of = Object.entries({ method, route, status, ...labels }).map(
          ([name, value]) => `${name}="${escaped(String(value))}"`,
        )
        let upTo = 0
        for (const [index, bound] of BOUNDS.entries()) {
          upTo += buckets[index]!
          lines.push(`${NAME}_bucket{le="${bound}",${of}} ${upTo}`)
        }
        lines.push(`${NAME}_bucket{le="+Inf",${of}} ${count}`)
        lines.push(`${NAME}_sum{${of}} ${sum}`, `${NAME}_count{${of}} ${count}`)
      }
    }
    return `${lines.join('\n')}\n`
  }

  #series(method: string, route: string, status: number): Series {
    let ofRoute = this.#byRoute.get(route)
    if (ofRoute === undefined) {
      ofRoute = []
      this.#byRoute.set(route, ofRoute)
    }
    for (const series of ofRoute) if (series.status === status && series.method === method) return series
    const series = { method, status, buckets: BOUNDS.map(() => 0), count: 0, sum: 0, taken: NONE }
    ofRoute.push(series)
    return series
  }
}

/** A method may be any text that a client has sent. */
const escaped = (value: string): string =>
  value.replace(/\\/g, '\\\\').replace(/\n/g, '\\n').replace(/"/g, '\\"')
