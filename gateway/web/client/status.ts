import type { RequestError } from './request-error.ts'

/** How events arrive: by a WebSocket, by Server-Sent Events, or by long polls. */
export type Transport = 'websocket' | 'stream' | 'polling'

/** The state of the connection, for a person. */
export type Status =
  /** The first registration is under way. */
  | { readonly name: 'connecting' }
  | { readonly name: 'live'; readonly transport: Transport }
  /** The connection is lost. The next attempt begins at `retryAt`, Unix milliseconds. */
  | { readonly name: 'reconnecting'; readonly retryAt: number }
  /** The device has no network. */
  | { readonly name: 'offline' }
  /** A visitor without an account, who gets the state and no events. */
  | { readonly name: 'spectating' }
  /**
   * Over for good. With the status 401 of `error` the person has to log in again; any other error is one that
   * the next attempt would repeat.
   */
  | { readonly name: 'ended'; readonly error: RequestError }
