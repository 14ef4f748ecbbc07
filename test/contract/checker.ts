import { readFileSync } from 'node:fs'
import { violationsOfCatalogue } from './catalogue-checker.ts'

/** One request and its response, as the tests' client records them. */
export interface Exchange {
  readonly method: string
  /** The path with its prefix and query: `/api/v1/messages?num_before=1`. */
  readonly path: string
  readonly status: number
  readonly body: unknown
}

interface Schema {
  readonly type?: string
  readonly nullable?: boolean
  readonly enum?: readonly unknown[]
  readonly oneOf?: readonly Schema[]
  readonly items?: Schema
  readonly properties?: Readonly<Record<string, Schema>>
  readonly additionalProperties?: Schema
  readonly required?: readonly string[]
  /** Allows no other properties than those listed. */
  readonly closed?: boolean
  /** A value of the same kind as the enclosing one, which is not described again. */
  readonly recursive?: boolean
}

interface Wire {
  readonly operations: Readonly<Record<string, { readonly response?: Schema }>>
  readonly events: Readonly<Record<string, Schema>>
}

interface Operation {
  readonly key: string
  readonly method: string
  readonly pattern: RegExp
  readonly parameters: number
}

type Properties = Readonly<Record<string, unknown>>

const ENVELOPE = ['result', 'msg', 'code'] as const

/** Every other field that clients know in errors. Strict clients refuse an error with any other. */
const ERROR_FIELDS: ReadonlySet<string> = new Set([
  ...['retry-after', 'queue_id', 'desc', 'stream', 'stream_id', 'var_name', 'var_name1', 'var_name2'],
  ...['errors', 'sent_invitations', 'license_limit_reached', 'daily_limit_reached'],
  ...['is_last_owner', 'entity', 'setting_name', 'objections', 'ignored_parameters_unsupported'],
  ...['first_message_id_allowed_to_move', 'total_messages_in_topic', 'total_messages_allowed_to_move'],
])

/** Compares exchanges with the contract and remembers which parts of the contract they reached. */
export class ContractChecker {
  /** Numbers of exchanges that match the contract, and that do not. */
  passed = 0
  failed = 0
  /** Every violation found so far, with the number of exchanges that have it. */
  readonly violations = new Map<string, number>()
  readonly #wire: Wire
  readonly #operations: readonly Operation[]
  readonly #reached = new Set<string>()

  constructor() {
    this.#wire = JSON.parse(readFileSync(new URL('wire.json', import.meta.url), 'utf8'))
    this.#operations = Object.keys(this.#wire.operations)
      .map(operationOf)
      .sort((a, b) => a.parameters - b.parameters)
  }

  /** Checks one exchange and returns its violations; ignores requests outside of the contract. */
  check({ method, path, status, body }: Exchange): readonly string[] {
    const bare = path.replace(/\?.*/s, '')
    const operation = this.#operations.find((each) => each.method === method && each.pattern.test(bare))
    if (operation === undefined) return []
    const found: string[] = []
    if (status === 200) this.#checkSuccess(operation.key, body, found)
    else if (status >= 400)
      found.push(...errorViolations(body).map((each) => `${operation.key}: status ${status} ${each}`))
    if (found.length === 0) this.passed++
    else this.failed++
    for (const violation of found) this.violations.set(violation, (this.violations.get(violation) ?? 0) + 1)
    return found
  }

  /** A line that reports how much of the contract was reached. */
  coverage(): string {
    const { operations, events } = this.#wire
    const reached = (all: object, kind: string) =>
      `${Object.keys(all).filter((key) => this.#reached.has(`${kind}: ${key}`)).length}/${Object.keys(all).length}`
    return `operations reached: ${reached(operations, 'operation')}, events reached: ${reached(events, 'event')}`
  }

  /**
   * The operations and events without an exchange, and the missing response fields of the other operations.
   */
  unseen(): string[] {
    const { operations, events } = this.#wire
    const fields = Object.entries(operations)
      .filter(([key]) => this.#reached.has(`operation: ${key}`))
      .flatMap(([key, { response }]) => this.#unseenFields(response, key))
    return [
      ...Object.keys(operations).map((key) => `operation: ${key}`),
      ...Object.keys(events).map((key) => `event: ${key}`),
      ...fields,
    ]
      .filter((name) => !this.#reached.has(name))
      .map((name) => `unseen ${name}`)
  }

  #checkSuccess(key: string, body: unknown, found: string[]): void {
    this.#reached.add(`operation: ${key}`)
    const response = this.#wire.operations[key]?.response
    if (key !== 'GET /events') {
      this.#checkValue(body, response, key, found)
      return
    }
    const { events, ...rest } = (body ?? {}) as { events?: unknown }
    for (const event of Array.isArray(events) ? events : []) this.#checkEvent(event, found)
    this.#checkValue(rest, { ...response, required: [] }, key, found)
  }

  /**
   * Several kinds of event may share a type and op, as `type/op#kind`: the best match counts. The event must
   * also match the product's catalogue.
   */
  #checkEvent(event: { type?: unknown; op?: unknown }, found: string[]): void {
    const name = event.op === undefined ? `${event.type}` : `${event.type}/${event.op}`
    const kinds = Object.entries(this.#wire.events).filter(
      ([kind]) => kind === name || kind.startsWith(`${name}#`),
    )
    const [best] = kinds
      .map(([kind, schema]) => ({ kind, violations: this.#violationsOf(event, schema, `event ${kind}`) }))
      .sort((a, b) => a.violations.length - b.violations.length)
    if (best === undefined) {
      found.push(`event ${name}: not in the contract`)
      return
    }
    this.#reached.add(`event: ${best.kind}`)
    found.push(...best.violations, ...violationsOfCatalogue(name, event))
  }

  #violationsOf(value: unknown, schema: Schema, path: string): string[] {
    const found: string[] = []
    this.#checkValue(value, schema, path, found)
    return found
  }

  #checkValue(value: unknown, schema: Schema | undefined, path: string, found: string[]): void {
    if (schema === undefined || schema.recursive) return
    if (value === null) {
      if (!schema.nullable && schema.type && !schema.oneOf)
        found.push(`${path}: null, expected ${schema.type}`)
      return
    }
    if (schema.oneOf && !schema.properties) {
      const [best] = schema.oneOf
        .map((choice) => this.#violationsOf(value, choice, path))
        .sort((a, b) => a.length - b.length)
      if (best?.[0] !== undefined) found.push(best[0])
      return
    }
    const type = typeOf(value)
    if (schema.type && type !== schema.type && !(schema.type === 'number' && type === 'integer')) {
      found.push(`${path}: ${type}, expected ${schema.type}`)
      return
    }
    if (schema.enum && !schema.enum.includes(value)) {
      found.push(`${path}: ${JSON.stringify(value)} not in ${JSON.stringify(schema.enum)}`)
    }
    if (Array.isArray(value))
      for (const item of value) this.#checkValue(item, schema.items, `${path}[]`, found)
    else if (type === 'object') this.#checkProperties(value as Properties, schema, path, found)
  }

  #checkProperties(object: Properties, schema: Schema, path: string, found: string[]): void {
    for (const key of schema.required ?? []) if (!(key in object)) found.push(`${path}.${key}: missing`)
    for (const [key, value] of Object.entries(object)) {
      const property = schema.properties?.[key]
      const described = property ?? schema.additionalProperties
      if (described !== undefined) {
        const inner = `${path}.${property === undefined ? '*' : key}`
        this.#reached.add(`field: ${inner}`)
        this.#checkValue(value, described, inner, found)
      } else if (schema.properties && schema.closed) found.push(`${path}.${key}: not in the contract`)
    }
  }

  #unseenFields(schema: Schema | undefined, path: string): string[] {
    return Object.entries(schema?.properties ?? {}).flatMap(([key, value]) => {
      const field = `${path}.${key}`
      if (!this.#reached.has(`field: ${field}`)) return [`field: ${field}`]
      return value.items === undefined
        ? this.#unseenFields(value, field)
        : this.#unseenFields(value.items, `${field}[]`)
    })
  }
}

function operationOf(key: string): Operation {
  const [method = '', path = ''] = key.split(' ')
  const source = path.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/\\\{[^}]+\\\}/g, '([^/]+)')
  return {
    key,
    method,
    pattern: new RegExp(`^/(?:api/v1|json)${source}$`),
    parameters: path.split('{').length - 1,
  }
}

function errorViolations(body: unknown): readonly string[] {
  if (!isErrorEnvelope(body)) return ['without the error envelope']
  return Object.keys(body)
    .filter((name) => !(ENVELOPE as readonly string[]).includes(name) && !ERROR_FIELDS.has(name))
    .map((name) => `with the field ${name}, which no error has`)
}

function isErrorEnvelope(body: unknown): body is Properties {
  if (typeof body !== 'object' || body === null) return false
  const envelope = body as Partial<Record<(typeof ENVELOPE)[number], unknown>>
  return envelope.result === 'error' && ENVELOPE.every((key) => typeof envelope[key] === 'string')
}

function typeOf(value: unknown): string {
  if (Array.isArray(value)) return 'array'
  return Number.isInteger(value) ? 'integer' : typeof value
}
