import { z } from 'zod'
import type { EventName } from '../../core/state/events/catalogue.ts'
import { WIRE_SCHEMAS } from '../../core/state/events/wire-schema.ts'
import type { Endpoint } from '../../gateway/http/endpoint/endpoint.ts'
import type { RecordedExamples } from '../../gateway/reference/openapi/recorded-examples.ts'
import { shorten, withoutRandomParts } from './shorten.ts'

export interface Exchange {
  readonly method: string
  readonly path: string
  readonly status: number
  readonly body: Body
}

type Body = Readonly<Record<string, unknown>>

interface Candidate {
  readonly body: Body
  /** How many different fields it shows. */
  readonly fields: number
  readonly text: string
}

/** Collects the best example of each operation and event: it shows the most fields, in the shortest text. */
export class ExampleChooser {
  readonly #endpoints: readonly Endpoint[]
  readonly #responses = new Map<string, Candidate>()
  readonly #events = new Map<string, Candidate>()

  constructor(endpoints: readonly Endpoint[]) {
    this.#endpoints = endpoints
  }

  add({ method, path, status, body }: Exchange): void {
    if (status !== 200 || body.result !== 'success') return
    const endpoint = findEndpoint(this.#endpoints, method, path)
    if (endpoint === undefined || 'ignored_parameters_unsupported' in body) return
    const name = `${endpoint.method} ${endpoint.path}`
    consider(this.#responses, name, body, (short) => isResponseOf(endpoint, short))
    if (name !== 'GET /events' || !Array.isArray(body.events)) return
    for (const event of body.events as readonly { readonly type: string; readonly op?: string }[]) {
      const eventName = event.op === undefined ? event.type : `${event.type}/${event.op}`
      const schema = WIRE_SCHEMAS[eventName as EventName] as z.ZodType | undefined
      if (schema === undefined) continue
      consider(this.#events, eventName, event as unknown as Body, (short) => schema.safeParse(short).success)
    }
  }

  get chosen(): RecordedExamples {
    const bodies = (candidates: ReadonlyMap<string, Candidate>) =>
      Object.fromEntries([...candidates].sort().map(([name, { body }]) => [name, body]))
    return { responses: bodies(this.#responses), events: bodies(this.#events) }
  }
}

/** The envelope of a successful response with the declared fields, and nothing else. */
export const isResponseOf = ({ response }: Endpoint, body: unknown): boolean =>
  z.strictObject({ result: z.literal('success'), msg: z.literal(''), ...response }).safeParse(body).success

function consider(
  best: Map<string, Candidate>,
  name: string,
  body: Body,
  isRight: (body: unknown) => boolean,
): void {
  const short = withoutRandomParts(shorten(body as Parameters<typeof shorten>[0])) as Body
  const text = JSON.stringify(short)
  if (isOdd(text)) return
  const known = best.get(name)
  const fields = countFields(short)
  if (known !== undefined && !isBetter({ fields, text }, known)) return
  if (isRight(short)) best.set(name, { body: short, fields, text })
}

const isBetter = (one: Omit<Candidate, 'body'>, other: Omit<Candidate, 'body'>): boolean => {
  if (one.fields !== other.fields) return one.fields > other.fields
  if (one.text.length !== other.text.length) return one.text.length < other.text.length
  return one.text < other.text
}

/** Tests also send unlikely texts: long repetitions, unusual characters, attacks. */
const isOdd = (text: string): boolean =>
  /([^\\ 0])\1{7}|\\u|[^\p{ASCII}\p{L}\p{Emoji}…’“”–—]|<script|onerror|xss|hostile|undeclared/iu.test(text)

/** The number of different fields that have a value, at any depth. */
function countFields(value: unknown): number {
  const paths = new Set<string>()
  const visit = (each: unknown, path: string) => {
    if (each === null || each === '' || each === undefined) return
    if (Array.isArray(each)) {
      for (const item of each) visit(item, `${path}[]`)
      return
    }
    if (typeof each !== 'object') {
      paths.add(path)
      return
    }
    for (const [key, inner] of Object.entries(each))
      visit(inner, `${path}.${/^\d+$|@/.test(key) ? '*' : key}`)
  }
  visit(value, '')
  return paths.size
}

/** The endpoint that a recorded path belongs to. */
export function findEndpoint(
  endpoints: readonly Endpoint[],
  method: string,
  path: string,
): Endpoint | undefined {
  const segments = path
    .replace(/^\/api\/v1\//, '')
    .split('?')[0]!
    .split('/')
  const matching = endpoints.filter((endpoint) => endpoint.method === method && doesMatch(endpoint, segments))
  const parameters = ({ path }: Endpoint) => path.split('{').length
  return matching.sort((one, other) => parameters(one) - parameters(other))[0]
}

function doesMatch({ path, params }: Endpoint, segments: readonly string[]): boolean {
  const declared = path.slice(1).split('/')
  const hasRest = Object.values(params).some(({ rest }) => rest)
  if (hasRest ? segments.length < declared.length : segments.length !== declared.length) return false
  return declared.every((segment, i) => {
    const name = /^\{(\w+)\}$/.exec(segment)?.[1]
    if (name === undefined) return segment === segments[i]
    const { schema } = params[name]!
    const text = segments[i]!
    const asNumber = schema.safeParse(Number(text)).success
    return /^\d+$/.test(text) ? asNumber || schema.safeParse(text).success : schema.safeParse(text).success
  })
}
