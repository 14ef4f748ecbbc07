import type { Endpoint, Method } from './endpoint.ts'
import type { Run } from './endpoint-runner.ts'
import { pathMatcher } from './parameter-reader.ts'

/** An endpoint. Several of one method may have paths that differ only in their parameters. */
interface Candidate {
  /** `/api/v1/users/{user_id}`, for logs and metrics. */
  readonly template: string
  readonly run: Run
  readonly sameOrigin: boolean
  readonly accepts: (path: readonly string[]) => boolean
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

  /** The path of every endpoint: `/api/v1/users/{user_id}`. */
  get templates(): readonly string[] {
    return [...this.#routes.values()].flatMap(({ candidates }) => candidates.map(({ template }) => template))
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
    const matchers = [...path.matchAll(/\{(\w+)\}/g)].map((match) => pathMatcher(params[match[1]!]!))
    const accepts = (values: readonly string[]) => matchers.every((matches, i) => matches(values[i]!))
    const strictness = matchers.filter((matches) => !matches('a')).length
    if (route.candidates.some((candidate) => candidate.strictness === strictness)) {
      throw new Error(`${method} ${path} has the same pattern as ${route.candidates[0]!.template}`)
    }
    route.candidates.push({ template, run, sameOrigin: endpoint.sameOrigin, accepts, strictness })
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
