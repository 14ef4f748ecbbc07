import type { z } from 'zod'
import type { CATALOGUE, EventName } from '../../../core/state/events/catalogue.ts'
import type { DeclaredEndpoint } from '../../routes/index.ts'

/** The values that a caller may give: the input of the server's schema, also from read-only lists. */
export type Given<T> = T extends object ? { readonly [Key in keyof T]: Given<T[Key]> } : T

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
 * Every endpoint of the server by its method and path, `POST /messages`, with its parameters and the fields
 * of its answer. Derived from the server's declarations, so a change there that breaks a caller does not
 * compile. The published package has the same types written out (`package/declared-types.ts`).
 */
export type Operations = {
  readonly [E in DeclaredEndpoint as `${E['method']} ${E['path']}`]: {
    readonly parameters: Flat<Given<Values<Schemas<E['params']>>>>
    readonly answer: Flat<Values<E['response']>>
  }
}

type Catalogue = typeof CATALOGUE

type FieldsOf<D, Part extends 'fields' | 'sent'> =
  D extends Readonly<Record<Part, infer F extends Shape>> ? z.input<z.ZodObject<F>> : unknown
type NameFields<Name> = Name extends `${infer Type}/${infer Op}`
  ? { readonly type: Type; readonly op: Op }
  : { readonly type: Name }

/** Every event of the server's catalogue by its name, `type` or `type/op`. */
export type Events = {
  readonly [N in Exclude<EventName, 'heartbeat'>]: Readonly<
    Flat<
      { readonly id: number } & NameFields<N> &
        FieldsOf<Catalogue[N], 'fields'> &
        FieldsOf<Catalogue[N], 'sent'>
    >
  >
}
