import { z } from 'zod'
import { MAX_LINE_PARAMETER, MAX_TEXT_PARAMETER } from '../../config/limits.ts'

/**
 * How one parameter of an endpoint is declared: where it travels, how its text is read, and the zod
 * schema of its value (spec.md "Conventions" 1). Whether it may be absent is the schema's matter:
 * `.optional()` or `.default(…)`.
 */
export interface Parameter<S extends z.ZodType = z.ZodType> {
  /**
   * `path`: a `{name}` segment. `query`: the query string. `form`: a field of the body, or, when the
   * body does not have it, of the query string. `byMethod`: `query` on GET, `form` otherwise.
   */
  readonly place: 'path' | 'query' | 'form' | 'byMethod'
  /**
   * `text`: the text is the value; integers and booleans are read from it ("12", "true").
   * `json`: the text is JSON. `jsonOrText`: as JSON when it is JSON and of the schema's type, else as
   * it stands; but JSON text of a list or an object is never taken as it stands.
   */
  readonly encoding: 'text' | 'json' | 'jsonOrText'
  readonly schema: S
  /** Of a path's last parameter: it is all the rest of the path, slashes included. */
  readonly rest?: true
  /**
   * Former names of the parameter, which older clients still send. A request that gives two of the names is refused
   * (REQUEST_CONFUSING_VAR), as nobody can tell which one it means.
   */
  readonly aliases?: readonly string[] | undefined
  /**
   * A value that this server does not know is ignored, and named in `ignored_parameters_unsupported`: a later level of
   * the interface may allow it. Of a list or an object only the entries that are not known are ignored; a value that is
   * no list or no object stays an error.
   *
   * Only for optional parameters that say how an answer is presented, how much of it is wanted, or how long something
   * temporary is kept. Where a value decides what is changed, whom something reaches or who may see it, it stays an
   * error. So does a value that is known but out of bounds.
   */
  readonly ignoresUnknown?: true
}

/** What a declaration may add to a parameter. */
export type ParameterOptions = Pick<Parameter, 'aliases' | 'ignoresUnknown'>

/** The parameters of an endpoint by their names on the wire. */
export type ParameterMap = Readonly<Record<string, Parameter>>

/** What a handler gets for them: every declared name, `undefined` for an absent optional one. */
export type ParameterValues<P extends ParameterMap> = {
  readonly [Name in keyof P]: z.output<P[Name]['schema']>
}

/** A `{name}` segment of the path. Between paths that differ in this only, integers are tried first. */
export const path = <S extends z.ZodType>(schema: S): Parameter<S> => ({
  place: 'path',
  encoding: 'text',
  schema,
})

/** The rest of the path, slashes included, as its last parameter. */
export const rest = <S extends z.ZodType>(schema: S): Parameter<S> => ({ ...path(schema), rest: true })

/** A scalar in the query string, whatever the method. */
export const query = <S extends z.ZodType>(schema: S, options: ParameterOptions = {}): Parameter<S> => ({
  place: 'query',
  encoding: 'text',
  schema,
  ...options,
})

/** A scalar in a form field; the methods with a body only. */
export const form = <S extends z.ZodType>(schema: S, options: ParameterOptions = {}): Parameter<S> => ({
  place: 'form',
  encoding: 'text',
  schema,
  ...options,
})

/** JSON text in the query string of a GET, in a form field otherwise. Lists and objects are always this. */
export const json = <S extends z.ZodType>(schema: S, options: ParameterOptions = {}): Parameter<S> => ({
  place: 'byMethod',
  encoding: 'json',
  schema,
  ...options,
})

/** As `json`, but other text is taken as it stands (`to` of a message). */
export const jsonOrText = <S extends z.ZodType>(schema: S, options: ParameterOptions = {}): Parameter<S> => ({
  place: 'byMethod',
  encoding: 'jsonOrText',
  schema,
  ...options,
})

/** A string of one line: a name, an address, a topic, a key. What it stands for may be shorter still. */
export const line = () => z.string().max(MAX_LINE_PARAMETER)

/** A string of any lines: contents and descriptions. What it stands for may be shorter still. */
export const text = () => z.string().max(MAX_TEXT_PARAMETER)

/** An identifier of a kind that Postgres keeps in 32 bits: `id<ChannelId>()`. */
export const id = <T extends number = number>() =>
  z.int().min(0).max(2_147_483_647) as unknown as z.ZodType<T, number>

/** An identifier of a kind that Postgres keeps in 64 bits: `longId<MessageId>()`. */
export const longId = <T extends number = number>() => z.int().min(0) as unknown as z.ZodType<T, number>
