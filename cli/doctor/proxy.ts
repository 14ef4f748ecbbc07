import { connect as connectTls } from 'node:tls'
import { fetch, WebSocket } from 'undici'
import type { Config } from '../../config/environment.ts'
import { isRenewalOverdue } from '../../core/platform/net/certificate-life.ts'
import { PROOF_HEADER, probeProof } from '../../gateway/ops/probe-proof.ts'
import type { ProbeAnswer } from '../../gateway/ops/probe-routes.ts'
import {
  type Check,
  type Finding,
  notChecked,
  ok,
  type Row,
  reasonOf,
  runCheck,
  skipped,
  warning,
  wrong,
} from './check.ts'

/** Gateways answer 505 to a proxy that speaks HTTP/1.0. */
const HTTP_1_0 = wrong(
  'status 505: the proxy speaks HTTP/1.0 to the gateways',
  'let it speak HTTP/1.1 (nginx: proxy_http_version 1.1)',
)
const NO_PROOF = 'the gateway does not accept the proof'
const NO_PROBE = 'the gateway does not know the probe'
const CONFIGURE = 'configure the proxy as docs/deploy.md says'
/** The longest body that is sent; the probe does not test larger uploads. */
const MAX_SENT_MIB = 64
const DAY_MS = 86_400_000
/** An address for documentation (RFC 5737), which no client has. */
const FORGED = '203.0.113.7'
/** Codes of Node for a certificate that no authority vouches for. */
const UNTRUSTED = new Set([
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
])

type ProxyConfig = Pick<
  Config,
  'trustProxy' | 'clientAddressHeader' | 'heartbeatSeconds' | 'maxFileUploadSizeMib'
>

/** The inputs of the checks of the way through the proxy. */
export interface ProxyTarget {
  readonly rootUrl: string
  readonly secretKey: string | undefined
  readonly config: ProxyConfig
  /** Leaves out the check that takes longer than HEARTBEAT_SECONDS. */
  readonly isQuick: boolean
}

/**
 * Checks ROOT_URL as clients reach it: the certificate, and the headers and upgrades that the proxy must pass
 * on.
 */
export async function checkProxy(target: ProxyTarget): Promise<Row[]> {
  const url = new URL(target.rootUrl)
  const first = await runCheck({
    name: 'ROOT_URL',
    advice: 'start a gateway and the proxy, and let the name of ROOT_URL lead to this proxy',
    run: (signal) => checkHealth(target.rootUrl, signal),
  })
  const certificate = await runCheck({
    name: 'Certificate',
    advice: 'renew the certificate for the name of ROOT_URL',
    run: (signal) =>
      url.protocol === 'https:' ? checkCertificate(url, signal) : skipped('ROOT_URL is http'),
  })
  const [address, ...others] = probes(target)
  const isOld = first.found === HTTP_1_0.found
  if (first.status === 'wrong' && !isOld)
    return [first, certificate, ...notChecked([address!, ...others], first.name)]
  const second = await runCheck(address!)
  // A gateway that refuses the proof refuses it each time.
  const isRefused = second.found === NO_PROOF || second.found === NO_PROBE
  const rows = isRefused ? notChecked(others, second.name) : await Promise.all(others.map(runCheck))
  return [first, certificate, second, ...rows]
}

async function checkHealth(rootUrl: string, signal: AbortSignal): Promise<Finding> {
  let response: Awaited<ReturnType<typeof fetch>>
  try {
    response = await fetch(`${rootUrl}/health/ready`, { signal, redirect: 'manual' })
  } catch (error) {
    if (isRefusedCertificate((error as Error).cause))
      return wrong(reasonOf(error), 'correct what the row Certificate says')
    throw error
  }
  const text = (await response.text()).trim().split('\n', 1)[0]!
  if (response.ok && text === 'ok') return ok(`${rootUrl} leads to a gateway that is ready`)
  if (response.status >= 300 && response.status < 400) {
    const to = response.headers.get('location') ?? 'nowhere'
    return wrong(`${rootUrl} redirects to ${to}`, 'set ROOT_URL to the address that people end at')
  }
  if (response.status === 505) return HTTP_1_0
  if (text.startsWith('down:')) return wrong(`the gateway is ${text}`, 'see the rows of these servers')
  const advice = 'let the proxy pass every path to the gateways, and look whether they run'
  return wrong(`/health/ready is answered ${response.status}`, advice)
}

/** The days until the certificate ends. The handshake fails for one that browsers refuse. */
function checkCertificate(url: URL, signal: AbortSignal): Promise<Finding> {
  return new Promise((resolve, reject) => {
    const host = url.hostname.replace(/^\[|\]$/g, '')
    const socket = connectTls({ host, port: Number(url.port || 443), servername: host }, () => {
      const { valid_from: begin, valid_to: end, subject } = socket.getPeerCertificate()
      socket.destroy()
      const lifetimeMs = new Date(end).getTime() - new Date(begin).getTime()
      const leftMs = new Date(end).getTime() - Date.now()
      resolve(judgeCertificate(String(subject?.CN ?? host), leftMs, lifetimeMs))
    })
    socket.on('error', (error: NodeJS.ErrnoException) => {
      if (!UNTRUSTED.has(error.code ?? '')) return reject(error)
      const advice =
        'let the proxy send a certificate of an authority that clients trust, with the whole chain; name the certificate of an authority of your own in NODE_EXTRA_CA_CERTS'
      resolve(wrong(error.message, advice))
    })
    signal.addEventListener('abort', () => socket.destroy())
  })
}

/** Whether a connection failed because of the certificate. */
function isRefusedCertificate(error: unknown): boolean {
  const { code = '' } = (error ?? {}) as NodeJS.ErrnoException
  return UNTRUSTED.has(code) || /^(CERT_|ERR_TLS_CERT_)/.test(code)
}

/** `leftMs`: milliseconds until the certificate ends. */
export function judgeCertificate(name: string, leftMs: number, lifetimeMs: number): Finding {
  const days = Math.floor(leftMs / DAY_MS)
  const left = days > 1 ? `${days} days` : `${Math.floor(leftMs / 3_600_000)} hours`
  if (!isRenewalOverdue(leftMs, lifetimeMs)) return ok(`${name}, valid for ${left}`)
  return warning(`${name}, valid for ${left} only`, 'look why it is not renewed by itself')
}

function probes({ rootUrl, secretKey, config, isQuick }: ProxyTarget): Check[] {
  if (secretKey === undefined) {
    const run = () => skipped('SECRET_KEY is not known, so gateways do not answer the probe')
    return [{ name: 'Proxy', advice: '', run }]
  }
  const headers = () => ({ [PROOF_HEADER]: probeProof(secretKey) })
  const ask = (query: string, signal: AbortSignal, init: Parameters<typeof fetch>[1] = {}) =>
    fetch(`${rootUrl}/health/probe${query}`, {
      ...init,
      signal,
      headers: { ...headers(), ...(init.headers as Record<string, string>) },
    })
  const seconds = Math.ceil(config.heartbeatSeconds * 1.1)
  const mib = Math.min(config.maxFileUploadSizeMib, MAX_SENT_MIB)
  return [
    {
      name: 'Client address',
      advice: CONFIGURE,
      run: async (signal) => {
        const forged = { [config.clientAddressHeader]: FORGED }
        const response = await ask('', signal, { headers: forged })
        if (!response.ok) return refused(response.status)
        return judgeAddress((await response.json()) as ProbeAnswer, new URL(rootUrl), config)
      },
    },
    {
      name: 'WebSocket',
      advice: 'let the proxy pass Upgrade and Connection on; until then clients poll',
      run: (signal) => checkWebSocket(rootUrl, headers(), signal),
    },
    {
      name: 'Long poll',
      timeLimitMs: (seconds + 10) * 1000,
      advice: `raise the proxy's timeout above HEARTBEAT_SECONDS (nginx: proxy_read_timeout ${seconds + 15}s)`,
      run: async (signal) => {
        if (isQuick) return skipped('--quick')
        const response = await ask(`?hold=${seconds}`, signal)
        await response.body?.cancel()
        if (response.ok) return ok(`an answer after ${seconds} s arrives`)
        if (response.status === 505) return HTTP_1_0
        return wrong(
          `status ${response.status} instead of the answer after ${seconds} s`,
          longerTimeout(seconds),
        )
      },
    },
    {
      name: 'Request body',
      timeLimitMs: 60_000,
      advice: `allow bodies of MAX_FILE_UPLOAD_SIZE_MIB (nginx: client_max_body_size ${mib + 1}m)`,
      run: async (signal) => {
        const body = Buffer.alloc(mib * 1024 * 1024)
        const response = await ask('', signal, { method: 'POST', body })
        if (response.status === 505) return HTTP_1_0
        if (!response.ok) {
          const advice = `allow bodies of MAX_FILE_UPLOAD_SIZE_MIB (nginx: client_max_body_size ${mib + 1}m)`
          return wrong(`status ${response.status} for ${mib} MiB`, advice)
        }
        const { bytes } = (await response.json()) as ProbeAnswer
        return bytes === body.length
          ? ok(`${mib} MiB arrive`)
          : wrong(`${bytes} of ${body.length} bytes arrive`, CONFIGURE)
      },
    },
  ]
}

const longerTimeout = (seconds: number): string =>
  `raise the proxy's timeout above HEARTBEAT_SECONDS (nginx: proxy_read_timeout ${seconds + 15}s)`

function refused(status: number): Finding {
  if (status === 403)
    return wrong(NO_PROOF, 'give this command the SECRET_KEY of the gateways, and set the clocks')
  if (status === 404) return wrong(NO_PROBE, 'run the doctor of the version of the gateways')
  if (status === 505) return HTTP_1_0
  return wrong(`status ${status}`, 'let the proxy pass every path to the gateways')
}

/** Judges whether the gateway knows who asks, from a request that claimed to come from `FORGED`. */
export function judgeAddress(
  answer: ProbeAnswer,
  rootUrl: URL,
  config: Pick<ProxyConfig, 'trustProxy' | 'clientAddressHeader'>,
): Finding {
  const { host, client, forwarded } = answer
  const header = config.clientAddressHeader
  if (host.toLowerCase() !== rootUrl.host) {
    const advice = 'let the proxy pass the Host header on (nginx: proxy_set_header Host $http_host)'
    return wrong(`the gateway sees the host ${host}, not ${rootUrl.host}: no organization is found`, advice)
  }
  if (client === FORGED) {
    return wrong(
      `callers can forge their address with ${header}`,
      `let the proxy add the address of its client to ${header}, and let only the proxy reach the gateways`,
    )
  }
  const hasProxy = forwarded !== FORGED
  if (!hasProxy && rootUrl.protocol === 'http:') return ok(`${client}, without a proxy`)
  if (!hasProxy) {
    return wrong(
      `the proxy does not name its clients in ${header}: all of them count as ${client}`,
      `let the proxy set ${header}, or name its header in CLIENT_ADDRESS_HEADER`,
    )
  }
  if (config.trustProxy === false) {
    return wrong(
      `all clients count as ${client}, the proxy: they share its rate limits`,
      `set TRUST_PROXY=${client}`,
    )
  }
  if (forwarded.split(',').at(-1)?.trim() !== client) {
    return wrong(`${client}, though ${header} says ${forwarded}`, "set TRUST_PROXY to the proxy's address")
  }
  return ok(`${client}, as the proxy says in ${header}`)
}

function checkWebSocket(
  rootUrl: string,
  headers: Record<string, string>,
  signal: AbortSignal,
): Promise<Finding> {
  const url = `${rootUrl.replace(/^http/, 'ws')}/health/probe/ws`
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(url, { headers })
    signal.addEventListener('abort', () => socket.close())
    socket.addEventListener('open', () => socket.send('doctor'))
    socket.addEventListener('message', ({ data }) => {
      resolve(data === 'doctor' ? ok('opens, and frames arrive') : wrong('frames are changed', CONFIGURE))
      socket.close()
    })
    socket.addEventListener('error', ({ error }) => {
      const reason = error === undefined ? 'the handshake fails' : reasonOf(error)
      reject(new Error(`does not open: ${reason}`))
    })
    socket.addEventListener('close', () => reject(new Error('closes before a frame arrives')))
  })
}
