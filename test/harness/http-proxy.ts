import { once } from 'node:events'
import { createServer, type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Duplex, pipeline } from 'node:stream'

/** The behaviour of a proxy in front of gateways. By default it passes everything on. */
export interface ProxyBehavior {
  readonly upgradesWebSockets?: boolean
  /** `append`: adds its client to X-Forwarded-For. `passOn`: changes nothing. `none`: removes the header. */
  readonly forwardedFor?: 'append' | 'passOn' | 'none'
  readonly passesHostOn?: boolean
  /** Milliseconds after which an unanswered request is answered 504. */
  readonly timeoutMs?: number
  /** A longer body is answered 413. */
  readonly maxBodyBytes?: number
}

export interface HttpProxy {
  readonly url: string
  stop(): Promise<void>
}

/** Starts a real HTTP proxy in front of a gateway. */
export async function startHttpProxy(gatewayUrl: string, behavior: ProxyBehavior = {}): Promise<HttpProxy> {
  const { hostname, port } = new URL(gatewayUrl)
  const {
    upgradesWebSockets = true,
    forwardedFor = 'append',
    passesHostOn = true,
    timeoutMs,
    maxBodyBytes = Number.POSITIVE_INFINITY,
  } = behavior

  const headersFor = ({ headers, socket }: IncomingMessage) => {
    const { 'x-forwarded-for': before, ...others } = headers
    const forwarded = {
      append: [before, socket.remoteAddress].filter(Boolean).join(', '),
      passOn: before,
      none: undefined,
    }[forwardedFor]
    return {
      ...others,
      ...(forwarded !== undefined && { 'x-forwarded-for': forwarded }),
      ...(!passesHostOn && { host: `${hostname}:${port}` }),
    }
  }
  const toGateway = (from: IncomingMessage, headers: NodeJS.Dict<string | string[]>) =>
    request({ hostname, port, path: from.url, method: from.method, headers })

  const server = createServer((from, to) => {
    if (Number(from.headers['content-length'] ?? 0) > maxBodyBytes) {
      from.resume()
      to.writeHead(413, { connection: 'close' }).end()
      return
    }
    // Both headers belong to one connection, so a proxy that does not upgrade drops them.
    const { connection: _, upgrade: __, ...headers } = headersFor(from) as Record<string, string>
    const sent = toGateway(from, headers)
    const timer = timeoutMs && setTimeout(() => to.writeHead(504).end(() => sent.destroy()), timeoutMs)
    sent.on('response', (answer) => {
      clearTimeout(timer as NodeJS.Timeout)
      if (to.headersSent) return
      to.writeHead(answer.statusCode!, answer.headers)
      pipeline(answer, to, () => undefined)
    })
    sent.on('error', () => to.headersSent || to.writeHead(502).end())
    pipeline(from, sent, () => undefined)
  })
  const sockets = new Set<Duplex>()
  if (upgradesWebSockets) {
    server.on('upgrade', (from, near, head) => {
      const sent = toGateway(from, headersFor(from))
      sent.on('upgrade', (answer, far, farHead) => {
        const lines = Object.entries(answer.headers).map(([name, value]) => `${name}: ${value}\r\n`)
        near.write(`HTTP/1.1 101 Switching Protocols\r\n${lines.join('')}\r\n`)
        near.write(farHead)
        far.write(head)
        for (const [one, other] of [
          [near, far],
          [far, near],
        ] as const) {
          sockets.add(one)
          one.on('error', () => undefined)
          one.on('end', () => other.end())
          one.on('close', () => {
            sockets.delete(one)
            other.destroy()
          })
          one.pipe(other)
        }
      })
      sockets.add(near)
      sent.on('response', ({ statusCode }) => {
        near.end(`HTTP/1.1 ${statusCode} Refused\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`)
      })
      sent.on('error', () => near.destroy())
      sent.end()
    })
  }
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: async () => {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      for (const socket of sockets) socket.destroy()
      await closed
    },
  }
}
