const NAME = 'http_request_duration_seconds'
/** Upper bounds of the buckets, in seconds. */
const BOUNDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5, 30, 90]

/** The requests of one method, route and status. */
interface Series {
  readonly method: string
  readonly status: number
  /** Number of requests that took at most each bound, and longer than the previous bound. */
  readonly buckets: number[]
  count: number
  /** Seconds. */
  sum: number
}

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
    const series = { method, status, buckets: BOUNDS.map(() => 0), count: 0, sum: 0 }
    ofRoute.push(series)
    return series
  }
}

/** A method may be any text that a client has sent. */
const escaped = (value: string): string =>
  value.replace(/\\/g, '\\\\').replace(/\n/g, '\\n').replace(/"/g, '\\"')
