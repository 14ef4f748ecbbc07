import type { HttpRequest } from 'uWebSockets.js'
import type { Readable } from 'node:stream'
import type { ApiError } from '../../core/platform/errors.ts'
import type { Identity } from './authentication/authentication.ts'
import type { CredentialKind } from './authentication/credentials.ts'
import type { BodyStream } from './body/body-stream.ts'
import type { Access, UserOf } from './endpoint/call.ts'
import type { Freshness, Method } from './endpoint/endpoint.ts'
import type { Exchange } from './exchange/exchange.ts'
import type { Reply } from './reply/reply.ts'
import { type RouteContext, runExchange, setCaller } from './run-exchange.ts'

/** `unidentified`: the route neither looks for an organization nor reads credentials. */
export type RawAccess = Access | 'unidentified'

export type RawIdentity<A extends RawAccess> = A extends Access
  ? Identity & { readonly user: UserOf<A> }
  : undefined

/** The parts of an `Exchange` that a route may read. Responding is up to the runner. */
type ReadableExchange = Omit<
  Exchange,
  'respond' | 'respondWith' | 'upgrade' | 'refuse' | 'receiveBody' | 'streamBody'
>

/** A request of a raw route, before its caller is identified. */
export interface ReceivedRequest {
  /** As the client sent it, HEAD included. */
  readonly method: string
  /** The path as the client sent it, still escaped. */
  readonly url: string
  /**
   * Values of the pattern's `:parameters` in order, then the segments that match `*`, joined; still escaped.
   */
  readonly path: readonly string[]
  /**
   * The declared headers that the request has, with names in lower case. A header that comes twice is there
   * twice.
   */
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly exchange: ReadableExchange
}

export interface RawRequest<A extends RawAccess = RawAccess> extends ReceivedRequest {
  readonly identity: RawIdentity<A>
  /** The whole body; empty without one, and for a route that does not declare `maxBodyBytes`. */
  readonly body: Buffer
  /** The body as it arrives, of a route that declares `streamsBody`. */
  readonly bodyStream: BodyStream | undefined
}

/** A response whose body of `length` bytes is read from `stream`. */
export interface StreamedReply extends Omit<Reply, 'body'> {
  readonly length: number
  readonly stream: Readable
}

/** The bounds of a route that anybody may request. The other routes count when they identify the caller. */
export interface AddressLimit {
  /**
   * The limit of each request, by the network of the client: `requests` with all requests without credentials
   * (RATE_LIMIT_ADDRESS_PER_MINUTE), `files` with requests for files and for pages that load many files
   * (RATE_LIMIT_FILES_PER_MINUTE).
   */
  readonly counts: 'requests' | 'files'
  /** The bound of one request's work, in a few words. */
  readonly work: string
}

/** The limit that the types of a declaration ask for. */
export type LimitOf<A extends RawAccess> = A extends 'unidentified'
  ? { readonly limit: AddressLimit }
  : unknown

/** How a raw route identifies its callers and responds to errors. WebSocket routes declare the same. */
export interface Admission<A extends RawAccess> {
  readonly access: A
  /** Default: `key`. */
  readonly credential?: CredentialKind
  /** Default: `arrival`. */
  readonly freshness?: Freshness
  /** Incoming-webhook bots may call the route. */
  readonly forWebhookBots?: true
  /** People who must set up a second factor first may call the route: it leads them there. */
  readonly withoutFactor?: true
  /** The limit of all requests together; only `unidentified` routes have one. */
  readonly limit?: AddressLimit
  /** Identifies the caller instead of `access` and `credential`, for routes that also take tickets. */
  readonly identify?: (request: ReceivedRequest, context: RouteContext) => Promise<RawIdentity<A>>
  /** Throws the error to answer with. Runs before the caller is identified and before the body is read. */
  readonly guard?: (request: ReceivedRequest, context: RouteContext) => void
  /** Names, in lower case, of the headers that the handler reads. */
  readonly headers?: readonly string[] | 'all'
  /**
   * The response to an error: the envelope, plain text or a page. `identity` is undefined until it is known.
   */
  readonly renderError: (
    error: ApiError,
    request: ReceivedRequest,
    identity: RawIdentity<A> | undefined,
  ) => Reply
}

export type RawMethod = Method | 'OPTIONS' | 'ANY'

interface RawRouteDeclaration<A extends RawAccess> extends Admission<A> {
  /** A GET answers HEAD as well. `ANY`: the methods that no other route of the path takes. */
  readonly method: RawMethod
  /** In the notation of uWebSockets.js: `/health/live`, `/join/:key`, `/user_uploads/*`. */
  readonly pattern: string
  /** Reads the body whole; a longer one is refused with 413. */
  readonly maxBodyBytes?: number
  /** Hands the body over as it arrives. */
  readonly streamsBody?: true
  readonly handle: (
    request: RawRequest<A>,
    context: RouteContext,
  ) => Reply | StreamedReply | Promise<Reply | StreamedReply>
}

/** A route outside the API's conventions: files, pages, health checks, metrics. Made by `rawRoute`. */
export type RawRoute = RawRouteDeclaration<RawAccess>

/** Declares a raw route, with the types that follow from its access. */
export const rawRoute = <const A extends RawAccess>(
  declaration: RawRouteDeclaration<A> & LimitOf<A>,
): RawRoute => declaration as unknown as RawRoute

/** Answers one exchange. It reads all it needs of `request` before it awaits. */
export function rawRouteRunner(
  route: RawRoute,
  context: RouteContext,
): (exchange: Exchange, request: HttpRequest, method: string) => void {
  const { maxBodyBytes, streamsBody = false } = route
  return (exchange, request, method) => {
    const received = receive(route, exchange, request, method)
    const hasBody = !['GET', 'HEAD', 'OPTIONS'].includes(method)
    const incoming = hasBody && maxBodyBytes !== undefined ? exchange.receiveBody() : undefined
    const bodyStream = hasBody && streamsBody ? exchange.streamBody() : undefined
    void runAdmitted(route, context, exchange, received, incoming ?? bodyStream, async (identity) => {
      const body = (await incoming?.all(maxBodyBytes!)) ?? Buffer.alloc(0)
      const answer = async () => {
        const reply = await route.handle({ ...received, identity, body, bodyStream }, context)
        if ('stream' in reply) exchange.respondWith(reply, reply.length, reply.stream)
        else exchange.respond(reply)
      }
      // A body that streams arrives as slowly as its client sends it.
      if (bodyStream !== undefined || identity === undefined) return answer()
      await context.shares.run(identity.realm.record.id, exchange, answer)
    })
  }
}

/**
 * Copies the parts of a request that a route reads: uWebSockets.js takes the request back when the handler
 * returns.
 */
export function receive(
  { pattern, headers = [] }: Pick<RawRoute, 'pattern' | 'headers'>,
  exchange: Exchange,
  request: HttpRequest,
  method: string,
): ReceivedRequest {
  const url = request.getUrl()
  return {
    method,
    url,
    path: pathValues(pattern, url, request),
    headers: readHeaders(headers, request),
    exchange,
  }
}

/** Runs `work` for a caller whom the route admits; responds to errors as the route renders them. */
export function runAdmitted<A extends RawAccess>(
  route: Admission<A>,
  context: RouteContext,
  exchange: Exchange,
  request: ReceivedRequest,
  body: Parameters<typeof runExchange>[1]['body'],
  work: (identity: RawIdentity<A>) => Promise<void>,
): Promise<void> {
  let identity: RawIdentity<A> | undefined
  const renderError = (error: ApiError) => route.renderError(error, request, identity)
  return runExchange(exchange, { logger: context.logger, body, renderError }, async () => {
    countAddress(route, context, exchange)
    if (route.guard !== undefined)
      await countRefusal(route, context, exchange, () => route.guard!(request, context))
    identity = await identify(route, context, exchange, request)
    if (identity !== undefined) setCaller(exchange, identity)
    await work(identity as RawIdentity<A>)
  })
}

/**
 * Runs the guard of a route, or its own way to identify callers. A request that these refuse counts too,
 * although it may have got no further than its parameters.
 */
async function countRefusal<T>(
  { limit }: Pick<RawRoute, 'limit'>,
  { limits }: RouteContext,
  exchange: Exchange,
  run: () => T,
): Promise<Awaited<T>> {
  try {
    return await run()
  } catch (error) {
    if (limit === undefined) limits.takeForFile(exchange.remoteAddress)
    throw error
  }
}

/** Throws RATE_LIMIT_HIT (429). */
function countAddress(
  { limit }: Pick<RawRoute, 'limit'>,
  { limits }: RouteContext,
  exchange: Exchange,
): void {
  if (limit?.counts === 'requests') limits.takeForAddress(exchange.remoteAddress)
  else if (limit?.counts === 'files') limits.takeForFile(exchange.remoteAddress)
}

async function identify<A extends RawAccess>(
  route: Admission<A>,
  context: RouteContext,
  exchange: Exchange,
  request: ReceivedRequest,
): Promise<RawIdentity<A>> {
  const { identify } = route
  if (identify !== undefined) return countRefusal(route, context, exchange, () => identify(request, context))
  const access: RawAccess = route.access
  if (access !== 'unidentified') {
    return (await context.authentication.identify(exchange, access, route)) as RawIdentity<A>
  }
  return undefined as RawIdentity<A>
}

function pathValues(pattern: string, url: string, request: HttpRequest): string[] {
  const segments = pattern.split('/')
  const count = segments.filter((segment) => segment.startsWith(':')).length
  const values = Array.from({ length: count }, (_, index) => request.getParameter(index) ?? '')
  if (pattern.endsWith('*'))
    values.push(
      url
        .split('/')
        .slice(segments.length - 1)
        .join('/'),
    )
  return values
}

function readHeaders(names: readonly string[] | 'all', request: HttpRequest): [string, string][] {
  const headers: [string, string][] = []
  request.forEach((name, value) => {
    if (names === 'all' || names.includes(name)) headers.push([name, value])
  })
  return headers
}

/** The value of a declared header; empty when the request has none. */
export const headerOf = ({ headers }: ReceivedRequest, name: string): string =>
  headers.find(([each]) => each === name)?.[1] ?? ''
