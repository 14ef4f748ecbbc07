import { z } from 'zod'
import { MAX_LINE_PARAMETER, MAX_TEXT_PARAMETER } from '../../../config/limits.ts'

/**
 * The declaration of one parameter of an endpoint: where it is sent, how its text is read, and the zod schema
 * of its value (spec.md "Conventions" 1). An optional parameter has a schema with `.optional()` or
 * `.default(…)`.
 */
export interface Parameter<S extends z.ZodType = z.ZodType> {
  /**
   * `path`: a `{name}` segment. `query`: the query string. `form`: a field of the body or, when the body does
   * not have it, of the query string. `byMethod`: `query` for GET, `form` otherwise.
   */
  readonly place: 'path' | 'query' | 'form' | 'byMethod'
  /**
   * `text`: the text is the value; integers and booleans are parsed ("12", "true"). `json`: the text is JSON.
   * `jsonOrText`: JSON that the schema takes is parsed; other text is the value itself, except JSON of a list
   * or an object.
   */
  readonly encoding: 'text' | 'json' | 'jsonOrText'
  readonly schema: S
  /**
   * The meaning of the parameter, in sentences for the API reference. Types and bounds follow from the
   * schema.
   */
  readonly description?: string
  /** A value that is allowed, for the API reference. */
  readonly example?: unknown
  /** The last parameter of a path takes the rest of the path, slashes included. */
  readonly rest?: true
  /**
   * Former names of the parameter, which older clients still send. A request with two of the names is refused
   * (REQUEST_CONFUSING_VAR).
   */
  readonly aliases?: readonly string[] | undefined
  /**
   * An unknown value is ignored, and named in `ignored_parameters_unsupported`, because a later version of
   * the interface may allow it. Of a list or an object only the unknown entries are ignored. A value of
   * another type is still an error, and so is a known value that is out of bounds.
   *
   * Declare it only for optional parameters that decide how a response is presented, how much of it is
   * returned, or how long something temporary is kept. Never for a value that decides about changes,
   * receivers or access.
   */
  readonly ignoresUnknown?: true
}

/** The texts of a parameter in the API reference. */
export interface ParameterDescription<S extends z.ZodType> {
  readonly description?: string
  readonly example?: z.input<S>
}

/** The options of a parameter's declaration. */
export type ParameterOptions<S extends z.ZodType> = ParameterDescription<S> &
  Pick<Parameter, 'aliases' | 'ignoresUnknown'>

/** The parameters of an endpoint by their names on the wire. */
export type ParameterMap = Readonly<Record<string, Parameter>>

/** The values that a handler receives: every declared name, `undefined` for an absent optional parameter. */
export type ParameterValues<P extends ParameterMap> = {
  readonly [Name in keyof P]: z.output<P[Name]['schema']>
}

/** A `{name}` segment of the path. When paths differ only in such a segment, integers are tried first. */
export const path = <S extends z.ZodType>(
  schema: S,
  options: ParameterDescription<S> = {},
): Parameter<S> => ({
  place: 'path',
  encoding: 'text',
  schema,
  ...options,
})

/** The rest of the path, slashes included, as its last parameter. */
export const rest = <S extends z.ZodType>(
  schema: S,
  options: ParameterDescription<S> = {},
): Parameter<S> => ({
  ...path(schema, options),
  rest: true,
})

/** A scalar in the query string, whatever the method. */
export const query = <S extends z.ZodType>(schema: S, options: ParameterOptions<S> = {}): Parameter<S> => ({
  place: 'query',
  encoding: 'text',
  schema,
  ...options,
})

/** A scalar in a form field, for methods with a body. */
export const form = <S extends z.ZodType>(schema: S, options: ParameterOptions<S> = {}): Parameter<S> => ({
  place: 'form',
  encoding: 'text',
  schema,
  ...options,
})

/**
 * JSON in the query string of a GET, in a form field otherwise. Lists and objects are always sent as JSON.
 */
export const json = <S extends z.ZodType>(schema: S, options: ParameterOptions<S> = {}): Parameter<S> => ({
  place: 'byMethod',
  encoding: 'json',
  schema,
  ...options,
})

/** As `json`, but text that is not JSON is the value itself (`to` of a message). */
export const jsonOrText = <S extends z.ZodType>(
  schema: S,
  options: ParameterOptions<S> = {},
): Parameter<S> => ({
  place: 'byMethod',
  encoding: 'jsonOrText',
  schema,
  ...options,
})

/**
 * A short string: a name, an address, a topic, a key. `shownLimit` is the limit in characters that the
 * handler checks, for the API reference.
 */
export const line = (shownLimit?: number) => limited(MAX_LINE_PARAMETER, shownLimit)

/** A long string: contents and descriptions. `shownLimit` as in `line`. */
export const text = (shownLimit?: number) => limited(MAX_TEXT_PARAMETER, shownLimit)

const limited = (max: number, shownLimit = max) => z.string().max(max).meta({ maxLength: shownLimit })

/** An id that Postgres stores in 32 bits: `id<ChannelId>()`. */
export const id = <T extends number = number>() =>
  z.int().min(0).max(2_147_483_647) as unknown as z.ZodType<T, number>

/** An id that Postgres stores in 64 bits: `longId<MessageId>()`. */
export const longId = <T extends number = number>() => z.int().min(0) as unknown as z.ZodType<T, number>
