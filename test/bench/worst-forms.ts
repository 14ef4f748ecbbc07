import { readBodyFields } from '../../gateway/http/body/text-fields.ts'
import { bodyBytes, fieldLimits } from '../../gateway/http/parameters/field-limits.ts'
import { parameterReader } from '../../gateway/http/parameters/parameter-reader.ts'
import { declaredEndpoints } from '../../gateway/reference/declared-endpoints.ts'
import { hostileForms } from '../fuzz/hostile-forms.ts'
import { printTable } from './report.ts'

/** The default of MAX_BODY_BYTES. */
const MAX_BODY_BYTES = 4_194_304
const SHOWN = 10
/** The best of these runs counts, because the first one compiles the code. */
const RUNS = 3

/**
 * Measures the processor time that a gateway needs to read the worst form for each endpoint: as long as the
 * endpoint takes it, and of every shape of `hostileForms`. Leaves out the socket, authentication and the
 * handler, which refused forms do not reach.
 */
export async function worstForms(): Promise<void> {
  const worst = declaredEndpoints().map((endpoint) => {
    const read = parameterReader(endpoint)
    const limits = fieldLimits(endpoint)
    const path = [...endpoint.path.matchAll(/\{/g)].map(() => '1')
    let [longest, worstShape] = [0, '']
    for (const { shape, body, contentType } of hostileForms(endpoint, bodyBytes(endpoint, MAX_BODY_BYTES))) {
      const milliseconds = bestOf(() =>
        read({ path, query: new Map(), body: readBodyFields(body, contentType, limits) }),
      )
      if (milliseconds > longest) [longest, worstShape] = [milliseconds, shape]
    }
    return { name: `${endpoint.method} ${endpoint.path}, ${worstShape}`, longest }
  })
  worst.sort((a, b) => b.longest - a.longest)
  printTable(
    'worst forms',
    ['ms'],
    worst.slice(0, SHOWN).map(({ name, longest }) => [name, [longest, 1]] as const),
  )
}

function bestOf(read: () => unknown): number {
  const times = Array.from({ length: RUNS }, () => {
    const before = process.cpuUsage()
    try {
      read()
    } catch {
      // Most hostile forms are refused.
    }
    const { user, system } = process.cpuUsage(before)
    return (user + system) / 1000
  })
  return Math.min(...times)
}
