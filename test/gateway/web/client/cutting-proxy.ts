import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'

/** An HTTP proxy that notes where each part of an upload begins, and cuts the connection of one of them. */
export class CuttingProxy {
  readonly url: string
  /** The header Upload-Offset of every PATCH so far. */
  readonly offsets: number[] = []
  readonly #close: () => void

  private constructor(url: string, close: () => void) {
    this.url = url
    this.#close = close
  }

  /** Cuts the `n`-th PATCH before the server gets it, after `onCut`. */
  static async start(target: string, n: number, onCut: () => void = () => undefined): Promise<CuttingProxy> {
    const server = createServer((incoming, answer) => {
      const { method, url, headers } = incoming
      if (method === 'PATCH') proxy.offsets.push(Number(headers['upload-offset']))
      if (method === 'PATCH' && proxy.offsets.length === n) {
        onCut()
        incoming.destroy()
        return
      }
      const outgoing = request(target + url, { method, headers }, (response) => {
        answer.writeHead(response.statusCode!, response.headers)
        response.pipe(answer)
      })
      outgoing.on('error', () => answer.destroy())
      incoming.pipe(outgoing)
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    const proxy = new CuttingProxy(`http://127.0.0.1:${port}`, () => {
      server.closeAllConnections()
      server.close()
    })
    return proxy
  }

  close(): void {
    this.#close()
  }
}
