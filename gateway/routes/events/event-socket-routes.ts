import { noFields, readUrlEncoded } from '../../http/body/text-fields.ts'
import { endpoint, when } from '../../http/endpoint/endpoint.ts'
import { line, query, text } from '../../http/endpoint/parameter.ts'
import { invalidTicket } from '../../http/errors/errors.ts'
import { docsUrlOf, operationPage } from '../../http/errors/operation-page.ts'
import { parameterReader } from '../../http/parameters/parameter-reader.ts'
import type { ReceivedRequest } from '../../http/raw-route.ts'
import { failure } from '../../http/reply/reply.ts'
import { type SocketRoute, socketRoute, upgradeHeaders } from '../../http/socket-route.ts'
import uWS from '../../http/uwebsockets/uws.ts'
import { EventSocket, type SocketData } from '../../realtime/event-socket.ts'
import { Frames } from '../../realtime/frames.ts'
import type { Claim } from '../../realtime/queue-claims.ts'
import type { Services } from '../../services.ts'
import { webSocketOnly } from '../../wire/queue-errors.ts'
import { unknownQueue } from '../../wire/shared-errors.ts'
import { lastEventId, queueId } from '../../wire/shared-parameters.ts'

/**
 * The declaration of the endpoint that answers a request without an upgrade; a WebSocket has the same
 * parameters.
 */
export const EVENT_SOCKET = {
  method: 'GET',
  path: '/events/ws',
  access: 'anyoneOrUser',
  upgrades: true,
  summary: 'Open a WebSocket that the events of a queue are sent on',
  description:
    'The server sends text frames, each an object with the list `events`, as GET /events would answer. It is one connection at a time: the newest WebSocket or poll of a queue ends the former one. The client may send `{"last_event_id":1234}` to say what it has processed. The close code 4000 means that the client must register again.',
  params: {
    queue_id: query(line(), queueId),
    last_event_id: lastEventId,
    ticket: query(text().optional(), {
      description:
        'A ticket from POST /events/ticket. If absent, the request is authenticated as all others are.',
      example: 'q0Y3mX8vT2bN6kLsR9dWcF1hJ4gZ7aEp',
    }),
  },
  errors: [
    unknownQueue,
    when('The ticket is wrong, used, expired or of another queue.', invalidTicket()),
    when('The request is an ordinary GET without an upgrade.', webSocketOnly()),
  ],
} as const

/** One path for API keys and tickets, one for the sessions of browsers. */
const ROUTES = [
  [`/api/v1${EVENT_SOCKET.path}`, 'key'],
  [`/json${EVENT_SOCKET.path}`, 'session'],
] as const

/**
 * In bytes. A longer frame cuts the connection unread; a shorter one that is too long is closed with code
 * 1009.
 */
const MAX_FRAME = 16 * 1024
/** Seconds without data or a pong from the client until its connection is closed. */
const IDLE_SECONDS = 60
/** In bytes. Never reached, because a socket stops writing at 128 KiB. */
const MAX_BUFFERED = 64 * 1024 * 1024

/** The WebSockets on which events of a queue are sent, as docs/realtime.md describes. */
export function eventSockets({
  queues,
  tickets,
  config,
}: Pick<Services, 'queues' | 'tickets' | 'config'>): SocketRoute[] {
  const page = operationPage(EVENT_SOCKET.method, EVENT_SOCKET.path)
  const frames = new Frames()
  const read = parameterReader(endpoint({ ...EVENT_SOCKET, handler: () => undefined }))
  const parametersOf = (request: ReceivedRequest) => {
    const parameters = read({ path: [], query: readUrlEncoded(request.exchange.query), body: noFields })
    return parameters.values as unknown as Parameters
  }
  return ROUTES.map(([pattern, credential]) =>
    socketRoute<'user', UpgradeData>({
      pattern,
      access: 'user',
      renderError: (error) =>
        failure(error, upgradeHeaders(error), credential, docsUrlOf(error, page, config.rootUrl)),
      guard: ({ exchange }, { sessions }) => {
        // Browsers open WebSockets to other sites with cookies, without a preflight request.
        if (credential === 'session') sessions.origins.check(exchange)
      },
      identify: async (request, { authentication, sessions }) => {
        const { queue_id: queueId, ticket } = parametersOf(request)
        if (ticket === undefined) {
          const identity = await authentication.identify(request.exchange, 'user', {
            credential,
            keepsSession: false,
          })
          return { ...identity, user: identity.user! }
        }
        return authentication.identifyHolder(request.exchange, async ({ id, record }) => {
          const holder = await tickets.redeem(id, ticket, queueId)
          const session = holder?.session
          const hasEnded = session !== undefined && !(await sessions.exists(record, session))
          return hasEnded ? undefined : holder
        })
      },
      accept: async (request) => {
        const { queue_id: queueId, last_event_id: lastEventId } = parametersOf(request)
        const { realm, user, sessionName: session } = request.identity
        const claim = await queues.claim(realm, user, { queueId, lastEventId, session })
        return { socket: new EventSocket(frames), claim }
      },
      behavior: {
        // One compressor for all connections: a window for each would cost memory, and the short frames of
        // single events, which are most of them, would not shrink.
        compression: uWS.SHARED_COMPRESSOR,
        maxPayloadLength: MAX_FRAME,
        maxBackpressure: MAX_BUFFERED,
        idleTimeout: IDLE_SECONDS,
        sendPingsAutomatically: true,
        open: (ws) => {
          const data = ws.getUserData()
          const { claim } = data
          data.claim = undefined
          data.socket.open(ws, (listener) => queues.listen(claim!, listener))
        },
        message: (ws, message, isBinary) => ws.getUserData().socket.received(message, isBinary),
        drain: (ws) => ws.getUserData().socket.drained(),
        close: (ws) => ws.getUserData().socket.closed(),
      },
    }),
  )
}

interface UpgradeData extends SocketData {
  /** Undefined once the socket is open. */
  claim: Claim | undefined
}

interface Parameters {
  readonly queue_id: string
  readonly last_event_id: number
  readonly ticket: string | undefined
}
