import { MAX_ROUTES_IN_SERIES } from '../../../config/limits.ts'
import { quantile } from './histogram.ts'
import { rounded, rulesOf, type Values } from './names.ts'

/** The requests of one route. */
export interface RouteCounts {
  readonly count: number
  /** Those that were answered with 5xx. */
  readonly failed: number
  /** By duration (`BOUNDS`). */
  readonly buckets: readonly number[]
}

/** One process's part of the values of ten seconds. */
export interface Part {
  /** Counts of the ten seconds, by series; for `….seconds` beside `….operations`, their sum. */
  readonly counts: Values
  /** Levels that are added up over the processes. */
  readonly levels: Values
  /** Levels of which the largest of all processes counts. */
  readonly largest: Values
  /** By method and route, those with most requests. */
  readonly routes: Readonly<Record<string, RouteCounts>>
}

/** Requests that wait for events; their durations say nothing about the server. */
const WAITING = /^GET \S*\/events(\/stream|\/ws)?$/

/** Joins the parts of all processes. `seconds`: the time in which they were counted. */
export function valuesOf(parts: readonly Part[], seconds: number): Values {
  const values = new Map<string, number>()
  const add = (name: string, value: number) => values.set(name, (values.get(name) ?? 0) + value)
  const counts = new Map<string, number>()
  const routes = new Map<string, { count: number; failed: number; buckets: number[] }>()
  for (const part of parts) {
    for (const [name, count] of Object.entries(part.counts)) counts.set(name, (counts.get(name) ?? 0) + count)
    for (const [name, level] of Object.entries(part.levels)) add(name, level)
    for (const [name, level] of Object.entries(part.largest))
      values.set(name, Math.max(level, values.get(name) ?? 0))
    for (const [route, { count, failed, buckets }] of Object.entries(part.routes)) {
      const all = routes.get(route) ?? { count: 0, failed: 0, buckets: [] }
      routes.set(route, all)
      all.count += count
      all.failed += failed
      buckets.forEach((number, index) => {
        all.buckets[index] = (all.buckets[index] ?? 0) + number
      })
    }
  }
  for (const [name, count] of counts) {
    if (!name.endsWith('.seconds')) values.set(name, count / seconds)
    else {
      const operations = counts.get(`${name.slice(0, -'seconds'.length)}operations`) ?? 0
      if (operations > 0) values.set(name, count / operations)
    }
  }
  addRoutes(values, routes, seconds)
  return Object.fromEntries(
    [...values]
      .filter(([name, value]) => Number.isFinite(value) && (value !== 0 || rulesOf(name).hasGaps))
      .map(([name, value]) => [name, rounded(value)]),
  )
}

function addRoutes(values: Map<string, number>, routes: Map<string, RouteCounts>, seconds: number): void {
  const total = { count: 0, failed: 0 }
  const quick = { count: 0, buckets: [] as number[] }
  for (const [route, { count, failed, buckets }] of routes) {
    total.count += count
    total.failed += failed
    if (WAITING.test(route)) continue
    quick.count += count
    buckets.forEach((number, index) => {
      quick.buckets[index] = (quick.buckets[index] ?? 0) + number
    })
  }
  values.set('traffic.requests', total.count / seconds)
  if (total.count > 0) values.set('traffic.errors', total.failed / total.count)
  addDurations(values, 'traffic', quick)
  const most = [...routes].sort(([, a], [, b]) => b.count - a.count).slice(0, MAX_ROUTES_IN_SERIES)
  for (const [route, figures] of most) {
    values.set(`route.${route}.requests`, figures.count / seconds)
    if (figures.failed > 0) values.set(`route.${route}.errors`, figures.failed / figures.count)
    addDurations(values, `route.${route}`, figures)
  }
}

function addDurations(
  values: Map<string, number>,
  name: string,
  { count, buckets }: Pick<RouteCounts, 'count' | 'buckets'>,
): void {
  for (const [figure, share] of [
    ['p50', 0.5],
    ['p99', 0.99],
  ] as const) {
    const seconds = quantile(share, buckets, count)
    if (seconds !== undefined) values.set(`${name}.${figure}`, seconds)
  }
}
