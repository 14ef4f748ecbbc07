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
/** The best of these runs counts, because the first one compiles the code. */
const RUNS = 3

/**
 * Measures the processor time that a gateway needs to read the worst form for each endpoint, of every shape
 * of `hostileForms`. Forms without a parameter of the endpoint are measured once for each size of forms.
 * Leaves out the socket, authentication and the handler, which refused forms do not reach.
 */
export async function worstForms(): Promise<void> {
  const common = new Map<number, Worst>()
  const worst = declaredEndpoints().map((endpoint) => {
    const bytes = bodyBytes(endpoint, MAX_BODY_BYTES)
    const known = common.get(bytes) ?? worstOf(endpoint, formsWithoutParameter(bytes), NONE)
    common.set(bytes, known)
    const { shape, milliseconds } = worstOf(endpoint, formsOfParameters(endpoint, bytes), known)
    return { name: `${endpoint.method} ${endpoint.path}, ${shape}`, longest: milliseconds }
  })
  worst.sort((a, b) => b.longest - a.longest)
  printTable(
    'worst forms',
    ['ms'],
    worst.slice(0, SHOWN).map(({ name, longest }) => [name, [longest, 1]] as const),
  )
}

interface Worst {
  readonly shape: string
  readonly milliseconds: number
}
const NONE: Worst = { shape: '', milliseconds: 0 }

/** The worst of `least` and the forms. */
function worstOf(endpoint: Endpoint, forms: Iterable<HostileForm>, least: Worst): Worst {
  const read = parameterReader(endpoint)
  const limits = fieldLimits(endpoint)
  const path = [...endpoint.path.matchAll(/\{/g)].map(() => '1')
  let worst = least
  for (const { shape, body, contentType } of forms) {
    const milliseconds = bestOf(
      () => read({ path, query: new Map(), body: readBodyFields(body, contentType, limits) }),
      worst.milliseconds,
    )
    if (milliseconds > worst.milliseconds) worst = { shape, milliseconds }
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
