import { once } from 'node:events'
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gunzipSync } from 'node:zlib'
import { record } from './recorder.ts'

/** A reverse proxy in front of a gateway. */
export interface RecordingProxy {
  readonly url: string
  close(): Promise<void>
}

/**
 * Starts a proxy between a foreign client and a gateway that records every exchange for the contract check,
 * as `Client` does. It forwards bytes and headers unchanged and has no time limit for responses. When one
 * side closes its connection, the proxy closes the other.
 */
export async function startRecordingProxy(gatewayUrl: string): Promise<RecordingProxy> {
  // The gateway closes idle connections after ten seconds, so the proxy closes them earlier.
  const agent = new Agent({ keepAlive: true, timeout: 5_000 })
  const server = createServer((incoming, outgoing) => forward(gatewayUrl, agent, incoming, outgoing))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      agent.destroy()
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

function forward(
  gatewayUrl: string,
  agent: Agent,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): void {
  const { method = 'GET', url = '/', rawHeaders } = incoming
  const upstream = request(`${gatewayUrl}${url}`, { agent, method, headers: rawHeaders, setHost: false })
  outgoing.on('close', () => {
    if (!outgoing.writableFinished) upstream.destroy()
  })
  upstream.on('error', () => outgoing.destroy())
  upstream.on('response', (answer) => {
    const chunks: Buffer[] = []
    outgoing.writeHead(answer.statusCode!, answer.statusMessage!, answer.rawHeaders)
    answer.on('data', (chunk: Buffer) => chunks.push(chunk))
    answer.on('error', () => outgoing.destroy())
    answer.on('end', () => {
      const encoded = Buffer.concat(chunks)
      const text = answer.headers['content-encoding'] === 'gzip' ? gunzipSync(encoded) : encoded
      record(method, url, answer.statusCode!, parse(text.toString()))
    })
    answer.pipe(outgoing)
  })
  incoming.pipe(upstream)
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
