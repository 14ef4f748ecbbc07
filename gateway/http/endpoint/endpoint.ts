import type { z } from 'zod'
import type { ApiError } from '../../../core/platform/errors.ts'
import type { JsonText } from '../reply/json-text.ts'
import type { OpenAnswer } from '../reply/open-answer.ts'
import type { Access, Call } from './call.ts'
import type { LaterAnswer } from './later-answer.ts'
import type { ParameterMap } from './parameter.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

type ResponseShape = Readonly<Record<string, z.ZodType>>
type NoFields = Record<never, z.ZodType>
type Fields<R extends ResponseShape> = z.input<z.ZodObject<R>>
type RequiredField<R extends ResponseShape> = {
  [Name in keyof R]: undefined extends z.input<R[Name]> ? never : Name
}[keyof R]

/** The result of a handler: the declared fields, nothing if none is required, or their JSON text. */
export type Returned<R extends ResponseShape> =
  | Fields<R>
  | JsonText
  // biome-ignore lint/suspicious/noConfusingVoidType: a handler may call a verb that returns nothing
  | ([RequiredField<R>] extends [never] ? void : never)

type Result<R extends ResponseShape> = Returned<R> | LaterAnswer<Returned<R>> | OpenAnswer

/** A file that may be sent with the parameters. It is read into memory. */
export interface OptionalFile {
  /** The name of its part in the form. */
  readonly part: string
  readonly maxBytes: number
}

/**
 * When a request sees changes that other gateways have answered (docs/event-log.md "Acknowledged changes are
 * in force"). The changes that this gateway has answered are already in its memory.
 * - `arrival`: before the handler runs. Costs one query of one row, shared by requests that arrive together.
 * - `handler`: by the handler's own first query, or in its transaction. For hot paths.
 * - `later`: within milliseconds, by the event log. For hot paths without queries to Postgres.
 */
export type Freshness = 'arrival' | 'handler' | 'later'

/** An example of an error, for the API reference. */
export interface ErrorExample {
  /** When the error comes, in one sentence. */
  readonly condition: string
  readonly error: ApiError
}

/** Declares an example of an error and when it comes. */
export const when = (condition: string, error: ApiError): ErrorExample => ({ condition, error })

export interface Declaration<
  P extends ParameterMap,
  R extends ResponseShape,
  A extends Access,
  M extends Method = Method,
  Path extends string = string,
> {
  method: M
  /** Below /api/v1, with `{name}` for each path parameter: `/messages/{message_id}/reactions`. */
  path: Path
  access: A
  /** One line that describes the endpoint: "Add an emoji reaction to a message". */
  summary: string
  /** More than the summary for developers: effects, limits, next steps. Sentences in Markdown. */
  description?: string
  /**
   * Who may call it beyond `access`, in one sentence: "Administrators, and members of
   * `can_add_custom_emoji_group`."
   */
  permission?: string
  /** The feature level that introduced it, if not the first. */
  since?: number
  params?: P
  /**
   * The optional parameters of the example requests in the API reference. Default: the first two with an
   * example.
   */
  exampleParams?: readonly (keyof P & string)[]
  /** The fields besides `result` and `msg`, by their names on the wire. */
  response?: R
  /** Examples of errors, each with its condition: `when('The emoji does not exist.', invalidEmojiCode())`. */
  errors?: readonly ErrorExample[]
  /**
   * The name of the form part with a file. The handler reads the file while it arrives, by
   * `call.receiveFile`. The parameters are then in the query string.
   */
  file?: string
  /** The body may be a form with the parameters and one small file, `call.file`. */
  optionalFile?: OptionalFile
  /**
   * A WebSocket is opened at the path: a request that upgrades is answered with 101, any other one with an
   * error.
   */
  upgrades?: true
  /**
   * The answer is a stream of Server-Sent Events, which ends when the client leaves: its handler returns an
   * `OpenAnswer`.
   */
  streams?: true
  /** Pages of other sites may not read its responses (CORS). Default: pages with an API key may. */
  sameOrigin?: true
  /** Incoming-webhook bots may call it. They may not call other endpoints. */
  forWebhookBots?: true
  /** `false` only for GET /events: long polls do not count against the user's rate limit. */
  rateLimited?: boolean
  /** Default: `arrival`. */
  freshness?: Freshness
  /** `false` where clients call it while nobody uses them: it does not restart the idle time of a session. */
  keepsSession?: boolean
  /** A `LaterAnswer` is for long polls. */
  handler: (call: Call<P, A>) => Result<R> | Promise<Result<R>>
}

/** A declared endpoint, as the server and the OpenAPI document read it. */
export interface Endpoint {
  readonly method: Method
  readonly path: string
  readonly access: Access
  readonly summary: string
  readonly description: string | undefined
  readonly permission: string | undefined
  readonly since: number | undefined
  readonly params: ParameterMap
  readonly exampleParams: readonly string[] | undefined
  readonly response: ResponseShape
  readonly errors: readonly ErrorExample[]
  readonly file: string | undefined
  readonly optionalFile: OptionalFile | undefined
  readonly upgrades: boolean
  readonly streams: boolean
  readonly sameOrigin: boolean
  readonly forWebhookBots: boolean
  readonly rateLimited: boolean
  readonly freshness: Freshness
  readonly keepsSession: boolean
  readonly handler: (call: Call) => unknown
}

/** An endpoint with the types of its declaration. The client library derives its types from these. */
export interface TypedEndpoint<
  M extends Method,
  Path extends string,
  P extends ParameterMap,
  R extends ResponseShape,
> extends Endpoint {
  readonly method: M
  readonly path: Path
  readonly params: P
  readonly response: R
}

/**
 * Declares an endpoint. Validation, `ignored_parameters_unsupported`, types, permission and the OpenAPI
 * document all derive from the declaration. Throws for a declaration that contradicts itself.
 */
export function endpoint<
  const A extends Access,
  const M extends Method,
  const Path extends string,
  P extends ParameterMap = Record<never, never>,
  R extends ResponseShape = NoFields,
>(declaration: Declaration<P, R, A, M, Path>): TypedEndpoint<M, Path, P, R> {
  const { method, path } = declaration
  const params = declaration.params ?? ({} as P)
  const segments = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1])
  for (const [name, parameter] of Object.entries(params)) {
    const { place, aliases = [], ignoresUnknown = false } = parameter
    const wrong = (place === 'form' && method === 'GET') || (place === 'path') !== segments.includes(name)
    if (wrong) throw new Error(`${method} ${path}: parameter ${name} cannot be sent in the ${place}`)
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
    description: declaration.description,
    permission: declaration.permission,
    since: declaration.since,
    params,
    exampleParams: declaration.exampleParams,
    response: declaration.response ?? ({} as R),
    errors: declaration.errors ?? [],
    file: declaration.file,
    optionalFile: declaration.optionalFile,
    upgrades: declaration.upgrades ?? false,
    streams: declaration.streams ?? false,
    sameOrigin: declaration.sameOrigin ?? false,
    forWebhookBots: declaration.forWebhookBots ?? false,
    rateLimited: declaration.rateLimited ?? true,
    freshness: declaration.freshness ?? 'arrival',
    keepsSession: declaration.keepsSession ?? true,
    handler: declaration.handler as unknown as (call: Call) => unknown,
  }
}
