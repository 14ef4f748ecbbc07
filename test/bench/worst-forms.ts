import { readBodyFields } from '../../gateway/http/body/text-fields.ts'
import type { Endpoint } from '../../gateway/http/endpoint/endpoint.ts'
import { bodyBytes, fieldLimits } from '../../gateway/http/parameters/field-limits.ts'
import { parameterReader } from '../../gateway/http/parameters/parameter-reader.ts'
import { declaredEndpoints } from '../../gateway/reference/declared-endpoints.ts'
import { formsOfParameters, formsWithoutParameter, type HostileForm } from '../fuzz/hostile-forms.ts'
import { printTable } from './report.ts'

/** The default of MAX_BODY_BYTES. */
const MAX_BODY_BYTES = 4_194_304
const SHOWN = 10
/** The best of these runs counts: the first one compiles the code, and some collect garbage. */
const RUNS = 10

/**
 * Measures the processor time that a gateway needs to read the worst form for each endpoint, of every shape
 * of `hostileForms`. Parameters that share a declaration are measured once, and so are forms without a
 * parameter of the endpoint, in the longest form. Leaves out the socket, authentication and the handler,
 * which refused forms do not reach.
 */
export async function worstForms(): Promise<void> {
  const found: Worst[] = []
  /** No form with less time is shown, so its first run is enough. */
  const floor = () => (found.length < SHOWN ? 0 : found[SHOWN - 1]!.milliseconds)
  const add = (worst: Worst) => {
    found.push(worst)
    found.sort((a, b) => b.milliseconds - a.milliseconds)
  }
  const endpoints = declaredEndpoints()
    .map((endpoint) => ({ endpoint, bytes: bodyBytes(endpoint, MAX_BODY_BYTES) }))
    .sort((a, b) => b.bytes - a.bytes)
  const longest = endpoints[0]!
  add(worstOf(longest.endpoint, formsWithoutParameter(longest.bytes), 0))
  const seen = new Set<unknown>()
  for (const { endpoint, bytes } of endpoints)
    add(worstOf(endpoint, formsOfParameters(endpoint, bytes, seen), floor()))
  printTable(
    'worst forms',
    ['ms'],
    found.slice(0, SHOWN).map(({ name, milliseconds }) => [name, [milliseconds, 1]] as const),
  )
}

interface Worst {
  readonly name: string
  readonly milliseconds: number
}

/** The worst of the forms; forms that take less than `enough` milliseconds are measured roughly. */
function worstOf(endpoint: Endpoint, forms: Iterable<HostileForm>, enough: number): Worst {
  const read = parameterReader(endpoint)
  const limits = fieldLimits(endpoint)
  const path = [...endpoint.path.matchAll(/\{/g)].map(() => '1')
  let worst: Worst = { name: '', milliseconds: 0 }
  for (const { shape, body, contentType } of forms) {
    const milliseconds = bestOf(
      () => read({ path, query: new Map(), body: readBodyFields(body, contentType, limits) }),
      Math.max(enough, worst.milliseconds),
    )
    if (milliseconds > worst.milliseconds)
      worst = { name: `${endpoint.method} ${endpoint.path}, ${shape}`, milliseconds }
  }
  return worst
}

/** The best of the runs; of the first ones alone when the best of all cannot be above `enough`. */
function bestOf(read: () => unknown, enough: number): number {
  let best = Number.POSITIVE_INFINITY
  for (let run = 0; run < RUNS && best > enough; run++) {
    const before = process.cpuUsage()
    try {
      read()
    } catch {
      // Most hostile forms are refused.
    }
    const { user, system } = process.cpuUsage(before)
    best = Math.min(best, (user + system) / 1000)
  }
  return best
}
