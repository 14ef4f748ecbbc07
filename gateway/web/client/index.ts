import { Api, type ApiOptions } from './api.ts'
import { Connection, type ConnectOptions } from './connection.ts'

export type { Api, ApiOptions, CallOptions } from './api.ts'
export type { Connection, ConnectOptions, Snapshot } from './connection.ts'
export { apiKey, type Credentials, session } from './credentials.ts'
export type { Events, Operations } from './declared.ts'
export {
  type DeviceLogIn,
  type DeviceLogInOptions,
  type DevicePrompt,
  logInByDeviceCode,
} from './device-log-in.ts'
export type { SocketConstructor, SocketLike } from './event-socket.ts'
export type { EventNamed, LiveEvent, LiveEventName } from './events.ts'
export type { Answer, Operation, Parameters } from './operations.ts'
export type { Sending, Unsent } from './outbox.ts'
export { RequestError } from './request-error.ts'
export type { Status, Transport } from './status.ts'

/** A client of one organization as one user. */
export interface Client {
  /** Calls one operation of the server; see `Api.call`. */
  readonly call: Api['call']
  /** Gets the state and then the events that change it, until it is closed. */
  connect(options?: ConnectOptions): Connection
}

export function createClient(options: ApiOptions): Client {
  const api = new Api(options)
  return {
    call: (operation, ...rest) => api.call(operation, ...rest),
    connect: (live = {}) => new Connection(api, live),
  }
}
