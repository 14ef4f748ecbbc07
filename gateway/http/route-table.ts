import type { Endpoint, Method } from './endpoint/endpoint.ts'
import type { Run } from './endpoint-runner.ts'
import { nearestPath } from './nearest-path.ts'
import { pathMatcher } from './parameters/parameter-reader.ts'

/** An endpoint. Several of one method may have paths that differ only in their parameters. */
interface Candidate {
  /** `/api/v1/users/{user_id}`, for logs and metrics. */
  readonly template: string
  readonly run: Run
  readonly sameOrigin: boolean
  readonly accepts: (path: readonly string[]) => boolean
  /** The names of the path's parameters that are integers. */
  readonly integers: readonly string[]
  /** Integers are tried before text: `/users/7` before `/users/{email}`. */
  readonly strictness: number
}

export interface Route {
  readonly method: Method
  /** In the notation of uWebSockets.js: `/api/v1/users/:0`; `/*` for a last parameter of several segments. */
  readonly pattern: string
  readonly parameters: number
  /** The number of slashes before a last parameter of several segments. */
  readonly restAfter: number | undefined
  /** The endpoint for these path values; undefined when they fit none. */
  find(path: readonly string[]): Candidate | undefined
}

/** The endpoint that an unknown address resembles. */
export interface NearestEndpoint {
  /** `/api/v1/users/{user_id}`. */
  readonly template: string
  readonly method: Method
  /** `/users/{user_id}`. */
  readonly path: string
  /** The parameters of the path that have to be integers and are not. */
  readonly notIntegers: readonly string[]
}

/** All endpoints by method and pattern. */
export class RouteTable {
  readonly #prefix: string
  readonly #routes = new Map<string, Route & { candidates: Candidate[]; expression: RegExp }>()

  constructor(prefix: string) {
    this.#prefix = prefix
  }

  get routes(): Iterable<Route> {
    return this.#routes.values()
  }

  /**
   * The endpoint whose path `url` resembles most, of this method if there is one. Slow, for unknown addresses
   * only.
   */
  nearest(url: string, method: string): NearestEndpoint | undefined {
    const all = [...this.#routes.values()].flatMap(({ candidates, method }) =>
      candidates.map((candidate) => ({ ...candidate, method })),
    )
    const template = nearestPath(
      url,
      all.map((each) => each.template),
      this.#prefix,
    )
    if (template === undefined) return undefined
    const same = all.filter((each) => each.template === template)
    const meant = same.find((each) => each.method === method) ?? same[0]!
    // Both end alike: a wrong prefix has another number of segments.
    const given = url
      .split('/')
      .filter((segment) => segment !== '')
      .reverse()
    const notIntegers = template
      .split('/')
      .reverse()
      .map((segment) => segment.slice(1, -1))
      .filter((name, i) => meant.integers.includes(name) && !/^\d+$/.test(given[i] ?? ''))
    return { template, method: meant.method, path: template.slice(this.#prefix.length), notIntegers }
  }

  add(endpoint: Endpoint, run: Run): void {
    const { method, path, params } = endpoint
    const template = this.#prefix + path
    let parameters = 0
    const isRest = (name: string) => params[name]!.place === 'path' && params[name]!.rest === true
    const pattern = template.replace(/\{(\w+)\}/g, (_, name) => (isRest(name) ? '*' : `:${parameters++}`))
    const restAfter = pattern.endsWith('*') ? pattern.split('/').length - 1 : undefined
    const key = `${method} ${pattern}`
    let route = this.#routes.get(key)
    if (route === undefined) {
      const candidates: Candidate[] = []
      const expression = new RegExp(`^${pattern.replace(/:\d+/g, '([^/]+)').replace('*', '(.+)')}$`)
      const find = (values: readonly string[]) => candidates.find(({ accepts }) => accepts(values))
      route = { method, pattern, parameters, restAfter, find, candidates, expression }
      this.#routes.set(key, route)
    }
    const names = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]!)
    const matchers = names.map((name) => pathMatcher(params[name]!))
    const accepts = (values: readonly string[]) => matchers.every((matches, i) => matches(values[i]!))
    const integers = names.filter((_, i) => !matchers[i]!('a'))
    const strictness = integers.length
    if (route.candidates.some((candidate) => candidate.strictness === strictness)) {
      throw new Error(`${method} ${path} has the same pattern as ${route.candidates[0]!.template}`)
    }
    const { sameOrigin } = endpoint
    route.candidates.push({ template, run, sameOrigin, accepts, integers, strictness })
    route.candidates.sort((a, b) => b.strictness - a.strictness)
  }

  /** Every route that matches the path of `url`, with the path values. Slow, for unusual requests only. */
  matches(url: string): { route: Route; path: string[] }[] {
    const found = []
    for (const route of this.#routes.values()) {
      const match = route.expression.exec(url)
      const path = match?.slice(1)
      if (path !== undefined && route.find(path) !== undefined) found.push({ route, path })
    }
    return found
  }
}
