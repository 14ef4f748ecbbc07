import type { HttpRequest, HttpResponse, WebSocketBehavior } from 'uWebSockets.js'
import type { ApiError } from '../../core/platform/errors.ts'
import { unknownWebSocketVersion } from './errors/errors.ts'
import type { Exchange } from './exchange/exchange.ts'
import {
  type Admission,
  type LimitOf,
  type RawAccess,
  type RawRequest,
  receive,
  runAdmitted,
} from './raw-route.ts'
import type { Headers } from './reply/headers.ts'
import type { RouteContext } from './run-exchange.ts'

/** The one version of the protocol (RFC 6455, section 4.1). */
const VERSION = '13'

interface SocketRouteDeclaration<A extends RawAccess, Data> extends Admission<A> {
  /** In the notation of uWebSockets.js. */
  readonly pattern: string
  /** Resolves with the data of the connection, which is then upgraded. Throws the error to answer with. */
  readonly accept: (request: Omit<RawRequest<A>, 'body' | 'bodyStream'>) => Promise<Data>
  readonly behavior: Omit<WebSocketBehavior<Data>, 'upgrade'>
}

/** A route on which clients open WebSockets. Made by `socketRoute`. */
export type SocketRoute = SocketRouteDeclaration<RawAccess, unknown>

/** Declares a WebSocket route, with the types that follow from its access and its data. */
export const socketRoute = <const A extends RawAccess, Data>(
  declaration: SocketRouteDeclaration<A, Data> & LimitOf<A>,
): SocketRoute => declaration as unknown as SocketRoute

/** The behavior of a route as uWebSockets.js takes it. `begin` makes the exchange of a handshake. */
export function socketBehavior(
  route: SocketRoute,
  context: RouteContext,
  begin: (response: HttpResponse, request: HttpRequest) => Exchange,
): WebSocketBehavior<unknown> {
  return {
    ...route.behavior,
    upgrade: (response, request, socketContext) => {
      const handshake = {
        key: request.getHeader('sec-websocket-key'),
        extensions: request.getHeader('sec-websocket-extensions'),
        context: socketContext,
      }
      const isKnownVersion = request.getHeader('sec-websocket-version') === VERSION
      const exchange = begin(response, request)
      const received = receive(route, exchange, request, 'GET')
      const guard: SocketRoute['guard'] = (...args) => {
        if (!isKnownVersion) throw unknownWebSocketVersion(VERSION)
        route.guard?.(...args)
      }
      void runAdmitted({ ...route, guard }, context, exchange, received, undefined, async (identity) => {
        const open = async () => exchange.upgrade(await route.accept({ ...received, identity }), handshake)
        await (identity === undefined ? open() : context.shares.run(identity.realm.record.id, exchange, open))
      })
    },
  }
}

/**
 * The headers of a 426: the protocol and the version to request (RFC 6455, section 4.2.2; RFC 9110, section
 * 15.5.22).
 */
export const upgradeHeaders = ({ status }: ApiError): Headers =>
  status === 426
    ? [
        ['Upgrade', 'websocket'],
        ['Sec-WebSocket-Version', VERSION],
      ]
    : []
