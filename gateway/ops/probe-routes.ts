import { setTimeout as sleep } from 'node:timers/promises'
import type { RuntimeConfig } from '../../config/environment.ts'
import { MAX_PROBE_SECONDS, MAX_PROBES_AT_ONCE } from '../../config/limits.ts'
import { LOQUAT_VERSION } from '../../config/version.ts'
import { releaseBytes } from '../../storage/pooled-bytes.ts'
import { serverBusy } from '../http/errors/errors.ts'
import { headerOf, type RawRoute, type ReceivedRequest, rawRoute } from '../http/raw-route.ts'
import { plainFailure, type Reply } from '../http/reply/reply.ts'
import { type SocketRoute, socketRoute } from '../http/socket-route.ts'
import { probeRefused } from './errors.ts'
import { isProbeProof, PROOF_HEADER } from './probe-proof.ts'

const PATTERN = '/health/probe'

/** A request to the probe as the gateway received it, after all proxies. */
export interface ProbeAnswer {
  readonly version: string
  /** The Host header. */
  readonly host: string
  /** The address that rate limits count. */
  readonly client: string
  /** The header in which a proxy names the client, as it arrived; empty without one. */
  readonly forwarded: string
  /** X-Forwarded-Proto; empty without one. */
  readonly protocol: string
  /** Bytes of the body. */
  readonly bytes: number
}

type ProbeConfig = Pick<RuntimeConfig, 'secretKey' | 'clientAddressHeader'>

/**
 * The requests of `loquat doctor` through the proxy: GET and POST /health/probe answer how the request
 * arrived, after `hold` seconds if the query names them; /health/probe/ws opens a WebSocket that answers its
 * first frame. Only a caller that knows SECRET_KEY is answered.
 */
export function probeRoutes(config: ProbeConfig): { routes: RawRoute[]; sockets: SocketRoute[] } {
  const { secretKey, clientAddressHeader } = config
  const headers = [PROOF_HEADER, 'host', 'x-forwarded-proto', clientAddressHeader]
  let running = 0
  const guard = (request: ReceivedRequest) => {
    if (!isProbeProof(secretKey, headerOf(request, PROOF_HEADER))) throw probeRefused()
    if (running >= MAX_PROBES_AT_ONCE) throw serverBusy()
  }
  const limit = {
    counts: 'requests',
    work: 'Nothing without SECRET_KEY; MAX_PROBES_AT_ONCE with it.',
  } as const
  const shared = { access: 'unidentified', limit, headers, guard, renderError: plainFailure } as const
  const counted = async (work: () => Promise<Reply>): Promise<Reply> => {
    running++
    try {
      return await work()
    } finally {
      running--
    }
  }
  const answer = (request: ReceivedRequest, bytes: number): Reply => {
    const found: ProbeAnswer = {
      version: LOQUAT_VERSION,
      host: headerOf(request, 'host'),
      client: request.exchange.remoteAddress,
      forwarded: headerOf(request, clientAddressHeader),
      protocol: headerOf(request, 'x-forwarded-proto'),
      bytes,
    }
    const reply = [
      ['Content-Type', 'application/json'],
      ['Cache-Control', 'no-store'],
    ] as const
    return { status: '200 OK', headers: reply, body: JSON.stringify(found) }
  }
  const routes = [
    rawRoute({
      ...shared,
      method: 'GET',
      pattern: PATTERN,
      handle: (request) =>
        counted(async () => {
          await hold(request)
          return answer(request, 0)
        }),
    }),
    rawRoute({
      ...shared,
      method: 'POST',
      pattern: PATTERN,
      streamsBody: true,
      handle: (request) =>
        counted(async () => {
          let bytes = 0
          for await (const piece of request.bodyStream!) {
            bytes += (piece as Buffer).length
            releaseBytes(piece as Buffer)
          }
          return answer(request, bytes)
        }),
    }),
  ]
  const socket = socketRoute({
    ...shared,
    pattern: `${PATTERN}/ws`,
    accept: async () => ({}),
    behavior: {
      maxPayloadLength: 1024,
      idleTimeout: 8,
      message: (ws, message, isBinary) => {
        ws.send(message, isBinary)
        ws.end(1000)
      },
    },
  })
  return { routes, sockets: [socket] }
}

/** Waits for the seconds that the query asks for, or until the client has disconnected. */
async function hold({ exchange }: ReceivedRequest): Promise<void> {
  const asked = Number(new URLSearchParams(exchange.query).get('hold') ?? 0)
  const seconds = Math.min(Math.max(asked || 0, 0), MAX_PROBE_SECONDS)
  if (seconds === 0) return
  const gone = new AbortController()
  exchange.onAbort(() => gone.abort())
  await sleep(seconds * 1000, undefined, { signal: gone.signal }).catch(() => undefined)
}
