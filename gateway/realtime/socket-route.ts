import type { WebSocketBehavior } from 'uWebSockets.js'
import type { Logger } from 'pino'
import { z } from 'zod'
import { ApiError } from '../../core/platform/errors.ts'
import { withRoundTrips } from '../../core/platform/round-trips.ts'
import type { ApiCredentialKind } from '../http/authentication.ts'
import { checkOrigin } from '../http/csrf.ts'
import { endpoint } from '../http/endpoint.ts'
import type { Exchange, Handshake } from '../http/exchange.ts'
import { explain } from '../http/failures.ts'
import { line, query, text } from '../http/parameter.ts'
import { parameterReader } from '../http/parameter-reader.ts'
import { failure } from '../http/reply.ts'
import type { HttpServer } from '../http/server.ts'
import { sessionName } from '../http/sessions.ts'
import { noFields, readUrlEncoded } from '../http/text-fields.ts'
import uWS from '../http/uws.ts'
import type { Services } from '../services.ts'
import { badQueue } from './bad-queue.ts'
import type { Claim } from './event-queues.ts'
import { EventSocket, type SocketData } from './event-socket.ts'
import { Frames } from './frames.ts'

/** What the route takes, and how a request that does not ask for an upgrade is declared. */
export const EVENT_SOCKET = {
  method: 'GET',
  path: '/events/ws',
  access: 'anyoneOrUser',
  summary: 'Open a WebSocket that the events of a queue are sent on',
  params: {
    queue_id: query(line()),
    last_event_id: query(z.int().min(-1)),
    /** Instead of an Authorization header; from POST /events/ticket. */
    ticket: query(text().optional()),
  },
  errors: [
    badQueue('fb67bf8a-c031-47cc-84cf-ed80accacda8'),
    new ApiError('Invalid or expired ticket', { code: 'UNAUTHORIZED', status: 401 }),
    new ApiError('This address is for WebSockets', { code: 'UPGRADE_REQUIRED', status: 426 }),
  ],
} as const

/** For API keys and tickets, and for the sessions of browsers. */
const ROUTES = [
  [`/api/v1${EVENT_SOCKET.path}`, 'key'],
  [`/json${EVENT_SOCKET.path}`, 'session'],
] as const

/** A frame that is longer cuts the connection unread; up to here the client is told (close code 1009). In bytes. */
const MAX_FRAME = 16 * 1024
/** Seconds without a sign of life, such as the answer to a ping, until a connection is given up. */
const IDLE_SECONDS = 60
/** Never reached: a socket stops writing at 128 KiB, and one hand-over is not much longer than that. In bytes. */
const MAX_BUFFERED = 64 * 1024 * 1024

/** Adds the WebSocket beside long-poll: the events of a queue, as docs/realtime.md says. */
export function serveEventSockets(
  http: HttpServer,
  { queues, tickets, log }: Pick<Services, 'queues' | 'tickets'> & { log: Logger },
): void {
  const frames = new Frames()
  const read = parameterReader(endpoint({ ...EVENT_SOCKET, handler: () => undefined }))

  /** Who opens the socket, and the queue it is to hear of. */
  async function admit(exchange: Exchange, credential: ApiCredentialKind): Promise<Claim> {
    // Browsers ask nobody before they open a WebSocket to another site, with cookies.
    if (credential === 'session') checkOrigin(exchange)
    const { values } = read({ path: [], query: readUrlEncoded(exchange.query), body: noFields })
    const { queue_id: queueId, last_event_id: lastEventId, ticket } = values as unknown as Parameters
    let session: string | undefined
    const identity =
      ticket === undefined
        ? await http.authentication.identify(exchange, 'user', { credential })
        : await http.authentication.identifyHolder(exchange, async ({ id: realm }) => {
            const holder = await tickets.redeem(realm, ticket, queueId)
            session = holder?.session
            const isOver = session !== undefined && !(await http.sessions.isThere(realm, session))
            return isOver ? undefined : holder
          })
    const { realm, user } = identity
    if (identity.session !== undefined) session = sessionName(identity.session)
    exchange.realmId = realm.id
    exchange.userId = user!.id
    return queues.claim(realm, user!, { queueId, lastEventId, session })
  }

  async function open(
    exchange: Exchange,
    handshake: Handshake,
    credential: ApiCredentialKind,
  ): Promise<void> {
    try {
      const claim = await withRoundTrips(exchange.roundTrips, () => admit(exchange, credential))
      exchange.upgrade<UpgradeData>({ socket: new EventSocket(frames), claim }, handshake)
    } catch (error) {
      exchange.respond(failure(explain(error, log, exchange), [], credential))
    }
  }

  const behavior = (route: string, credential: ApiCredentialKind): WebSocketBehavior<UpgradeData> => ({
    // No window per connection: frames that are long enough to be worth it have their own, and the rest,
    // most of them single events, would not shrink by what a deflate per client and event costs.
    compression: uWS.SHARED_COMPRESSOR,
    maxPayloadLength: MAX_FRAME,
    maxBackpressure: MAX_BUFFERED,
    idleTimeout: IDLE_SECONDS,
    sendPingsAutomatically: true,
    upgrade: (response, request, context) => {
      const handshake = {
        key: request.getHeader('sec-websocket-key'),
        extensions: request.getHeader('sec-websocket-extensions'),
        context,
      }
      void open(http.begin(response, request, 'GET', route), handshake, credential)
    },
    open: (ws) => {
      const data = ws.getUserData()
      const { claim } = data
      data.claim = undefined
      data.socket.open(ws, (listener) => queues.listen(claim!, listener))
    },
    message: (ws, message, isBinary) => ws.getUserData().socket.received(message, isBinary),
    drain: (ws) => ws.getUserData().socket.drained(),
    close: (ws) => ws.getUserData().socket.closed(),
  })
  for (const [route, credential] of ROUTES) http.app.ws<UpgradeData>(route, behavior(route, credential))
}

interface UpgradeData extends SocketData {
  /** Until the socket is open. */
  claim: Claim | undefined
}

interface Parameters {
  readonly queue_id: string
  readonly last_event_id: number
  readonly ticket: string | undefined
}
