import type { Operations } from './declared.ts'

interface Ignored {
  /** The parameters that this version of the server does not know. */
  readonly ignored_parameters_unsupported?: readonly string[]
}

/** Method and path of an endpoint, as in the reference: `GET /messages/{message_id}`. */
export type Operation = keyof Operations
/** The parameters of an operation, those in its path included. */
export type Parameters<O extends Operation> = Operations[O]['parameters']
/** The fields of the answer to an operation. */
export type Answer<O extends Operation> = Operations[O]['answer'] & Ignored
