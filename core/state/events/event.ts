import { z } from 'zod'
import type { ClientCapability } from './capabilities.ts'

type Fields = Readonly<Record<string, z.ZodType>>

/**
 * A difference between clients that changes an event: a capability, a parameter of POST /register, or the
 * reader.
 */
export type Difference =
  | ClientCapability
  | 'apply_markdown'
  | 'client_gravatar'
  | 'slim_presence'
  | 'event_types'
  | 'the reader'

/** One event that the product sends. Its name, `type` or `type/op`, is the key it is declared under. */
export interface EventDeclaration {
  /** When the event is sent, in one sentence. */
  readonly sentWhen: string
  /** Who receives the event, in one sentence. */
  readonly receivedBy: string
  /** The fields that are the same in the log and on the wire. */
  readonly fields?: Fields
  /** The fields that the log has and clients do not get. Gateways read those that begin with `_`. */
  readonly logged?: Fields
  /** The fields that only clients get. A gateway derives them from the logged fields. */
  readonly sent?: Fields
  /**
   * The differences between clients that change the event. `gateway/realtime/variants` makes the variants.
   */
  readonly variesBy?: readonly Difference[]
  /**
   * Where the event comes from when no transaction emits it. `ephemeral`: it is published and in no log.
   * `gateway`: a gateway makes it, of another event or on its own.
   */
  readonly origin?: 'ephemeral' | 'gateway'
}

export type EventDeclarations = Readonly<Record<string, EventDeclaration>>

type FieldsOf<D, Part extends keyof EventDeclaration> =
  D extends Readonly<Record<Part, infer F extends Fields>> ? z.output<z.ZodObject<F>> : unknown
type NameFields<Name> = Name extends `${infer Type}/${infer Op}`
  ? { readonly type: Type; readonly op: Op }
  : { readonly type: Name }
type Flat<T> = { readonly [Key in keyof T]: T[Key] }

/** The event as it is emitted and kept. */
export type StoredEvent<Name extends PropertyKey, D> = Flat<
  NameFields<Name> & FieldsOf<D, 'fields'> & FieldsOf<D, 'logged'>
>

/** The event as a client gets it. */
export type SentEvent<Name extends PropertyKey, D> = Flat<
  NameFields<Name> & FieldsOf<D, 'fields'> & FieldsOf<D, 'sent'> & { id: number }
>

/** Fields that limit an event to some clients, by the names of client capabilities. */
export const forSomeClients = {
  /** Only clients with the capability receive the event. */
  _with: z.string().optional(),
  /** Only clients without the capability receive the event. */
  _without: z.string().optional(),
} satisfies Fields

export type ForSomeClients = z.output<z.ZodObject<typeof forSomeClients>>
