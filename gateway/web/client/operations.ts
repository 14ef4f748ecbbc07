import type { z } from 'zod'
import type { DeclaredEndpoint } from '../../routes/index.ts'

/** The values that a caller may give: what the server's schema accepts, also from read-only lists. */
type Given<T> = T extends object ? { readonly [Key in keyof T]: Given<T[Key]> } : T

type Shape = Readonly<Record<string, z.ZodType>>
type OptionalName<S extends Shape> = {
  [Name in keyof S]: undefined extends z.input<S[Name]> ? Name : never
}[keyof S]

/** The input of a shape of schemas, with optional fields where a schema accepts nothing. */
type Values<S extends Shape> = { readonly [Name in Exclude<keyof S, OptionalName<S>>]: z.input<S[Name]> } & {
  readonly [Name in OptionalName<S>]?: z.input<S[Name]>
}
type Flat<T> = { [Key in keyof T]: T[Key] }

type Schemas<P> = {
  readonly [Name in keyof P]: P[Name] extends { readonly schema: infer S extends z.ZodType } ? S : never
}

/**
 * Every endpoint of the server by its method and path, `POST /messages`, with its parameters and the fields of its
 * answer. Derived from the server's declarations, so a change there that breaks a caller does not compile.
 */
export type Operations = {
  readonly [E in DeclaredEndpoint as `${E['method']} ${E['path']}`]: {
    readonly parameters: Flat<Given<Values<Schemas<E['params']>>>>
    readonly answer: Flat<Values<E['response']>> & Ignored
  }
}

interface Ignored {
  /** The parameters that this version of the server does not know. */
  readonly ignored_parameters_unsupported?: readonly string[]
}

/** Method and path of an endpoint, as in the reference: `GET /messages/{message_id}`. */
export type Operation = keyof Operations
/** The parameters of an operation, those in its path included. */
export type Parameters<O extends Operation> = Operations[O]['parameters']
/** The fields of the answer to an operation. */
export type Answer<O extends Operation> = Operations[O]['answer']
