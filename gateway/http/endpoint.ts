import type { z } from 'zod'
import type { ApiError } from '../../core/platform/errors.ts'
import type { Access, Call } from './call.ts'
import type { JoinedJson } from './json-text.ts'
import type { ParameterMap } from './parameter.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** Fields of a response that are JSON text already: one object, `{…}`. Made by `rawJson`. */
export class RawJson {
  readonly object: string

  constructor(object: string) {
    this.object = object
  }
}

/**
 * A response that its handler serialised itself: the JSON text of one object, whose members stand
 * beside `result` and `msg`. For hot paths that join prepared pieces.
 */
export const rawJson = (object: string): RawJson => new RawJson(object)

/** A `RawJson` that many responses return: their body is encoded and compressed once. Made by `sharedJson`. */
export class SharedJson extends RawJson {
  /** The body of each response, from the first one on. */
  body: Buffer | undefined
  gzipped: Promise<Buffer> | undefined
}

/** As `rawJson`, for what a handler keeps and returns to many. */
export const sharedJson = (object: string): SharedJson => new SharedJson(object)

type ResponseShape = Readonly<Record<string, z.ZodType>>
type NoFields = Record<never, z.ZodType>
type Fields<R extends ResponseShape> = z.input<z.ZodObject<R>>
type RequiredField<R extends ResponseShape> = {
  [Name in keyof R]: undefined extends z.input<R[Name]> ? never : Name
}[keyof R]

/** What a handler returns: the declared fields; nothing when none is required; or `rawJson(…)`, `joinedJson(…)`. */
export type Returned<R extends ResponseShape> =
  | Fields<R>
  | RawJson
  | JoinedJson
  // biome-ignore lint/suspicious/noConfusingVoidType: a handler may call a verb that returns nothing
  | ([RequiredField<R>] extends [never] ? void : never)

/** A file that may come with parameters; all of it is read into memory. */
export interface OptionalFile {
  /** What clients call its part. */
  readonly part: string
  readonly maxBytes: number
}

/**
 * When a request takes note of changes that other gateways have answered (docs/event-log.md "Acknowledged changes are in
 * force"). Those that this gateway has answered are in its memory anyway.
 * - `arrival`: before the handler runs: one query of one row, shared with requests that arrive together.
 * - `handler`: by the handler's own first query, or in its transaction. For hot paths.
 * - `later`: within milliseconds, by the log. For hot paths that ask nothing of Postgres.
 */
export type Freshness = 'arrival' | 'handler' | 'later'

export interface Declaration<P extends ParameterMap, R extends ResponseShape, A extends Access> {
  method: Method
  /** Below /api/v1, with `{name}` for each path parameter: `/messages/{message_id}/reactions`. */
  path: string
  access: A
  /** One line for the API reference. */
  summary: string
  params?: P
  /** The fields beside `result` and `msg`, by their names on the wire. */
  response?: R
  /** The errors worth documenting, as they would be thrown. */
  errors?: readonly ApiError[]
  /**
   * The body is a form with one file, in a part that clients call this; the handler takes it as it comes, by
   * `call.receiveFile`. Parameters travel in the query string then.
   */
  file?: string
  /** The body may be a form with one small file beside the parameters; the handler finds it as `call.file`. */
  optionalFile?: OptionalFile
  /** No other site's page may read what it answers (CORS). Default: pages that have an API key may. */
  sameOrigin?: true
  /** Bots that pass on what other services say (incoming webhooks) may call it; they may call nothing else. */
  forWebhookBots?: true
  /** `false` for GET /events alone: long polls do not count against the user's rate limit. */
  rateLimited?: boolean
  /** Default: `arrival`. */
  freshness?: Freshness
  handler: (call: Call<P, A>) => Returned<R> | Promise<Returned<R>>
}

/** A declared endpoint, as the server and the OpenAPI document read it. */
export interface Endpoint {
  readonly method: Method
  readonly path: string
  readonly access: Access
  readonly summary: string
  readonly params: ParameterMap
  readonly response: ResponseShape
  readonly errors: readonly ApiError[]
  readonly file: string | undefined
  readonly optionalFile: OptionalFile | undefined
  readonly sameOrigin: boolean
  readonly forWebhookBots: boolean
  readonly rateLimited: boolean
  readonly freshness: Freshness
  readonly handler: (call: Call) => unknown
}

/**
 * Declares an endpoint, once: validation, `ignored_parameters_unsupported`, types, permission and the
 * OpenAPI document all come from here. Throws on a declaration that contradicts itself.
 */
export function endpoint<
  const A extends Access,
  P extends ParameterMap = Record<never, never>,
  R extends ResponseShape = NoFields,
>(declaration: Declaration<P, R, A>): Endpoint {
  const { method, path } = declaration
  const params: ParameterMap = declaration.params ?? {}
  const segments = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1])
  for (const [name, parameter] of Object.entries(params)) {
    const { place, aliases = [], ignoresUnknown = false } = parameter
    const wrong = (place === 'form' && method === 'GET') || (place === 'path') !== segments.includes(name)
    if (wrong) throw new Error(`${method} ${path}: parameter ${name} cannot travel in the ${place}`)
    if (aliases.some((alias) => alias in params)) {
      throw new Error(`${method} ${path}: an alias of ${name} is the name of another parameter`)
    }
    if (ignoresUnknown && !parameter.schema.safeParse(undefined).success) {
      throw new Error(`${method} ${path}: parameter ${name} is required, so no value of it can be ignored`)
    }
  }
  for (const name of segments) {
    if (!(name! in params)) throw new Error(`${method} ${path}: path parameter ${name} is not declared`)
  }
  return {
    method,
    path,
    access: declaration.access,
    summary: declaration.summary,
    params,
    response: declaration.response ?? {},
    errors: declaration.errors ?? [],
    file: declaration.file,
    optionalFile: declaration.optionalFile,
    sameOrigin: declaration.sameOrigin ?? false,
    forWebhookBots: declaration.forWebhookBots ?? false,
    rateLimited: declaration.rateLimited ?? true,
    freshness: declaration.freshness ?? 'arrival',
    handler: declaration.handler as unknown as (call: Call) => unknown,
  }
}
