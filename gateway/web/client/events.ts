import type { z } from 'zod'
import type { CATALOGUE, EventName } from '../../../core/state/events/catalogue.ts'

type Catalogue = typeof CATALOGUE
type Declared = Exclude<EventName, 'heartbeat'>

type FieldsOf<D, Part extends 'fields' | 'sent'> =
  D extends Readonly<Record<Part, infer F extends Readonly<Record<string, z.ZodType>>>>
    ? z.input<z.ZodObject<F>>
    : unknown
type NameFields<Name> = Name extends `${infer Type}/${infer Op}`
  ? { readonly type: Type; readonly op: Op }
  : { readonly type: Name }
type Flat<T> = { readonly [Key in keyof T]: T[Key] }

/** One event of the server's catalogue by its name, `type` or `type/op`: `EventNamed<'reaction/add'>`. */
export type EventNamed<Name extends Declared> = {
  [N in Name]: Flat<
    { readonly id: number } & NameFields<N> &
      FieldsOf<Catalogue[N], 'fields'> &
      FieldsOf<Catalogue[N], 'sent'>
  >
}[Name]

/** The names of all events. */
export type LiveEventName = Declared

/** Any event of the server's catalogue: a union that `type` and `op` tell apart. Later servers may send others. */
export type LiveEvent = EventNamed<Declared>
