import type { HttpResponse, us_listen_socket } from 'uWebSockets.js'
import { connect, type Socket } from 'node:net'
import { Handlers } from './handlers.ts'
import uWS from './uws.ts'

/**
 * Upgrades connections after their handlers have awaited. uWebSockets.js requires a cork around an upgrade.
 * Inside the cork of the response itself it may take the new WebSocket for a finished response and close it
 * at once (uNetworking/uWebSockets#1929; our binaries lack the fix). Inside the cork of another response it
 * does not. This class keeps such a response, to a request of its own, which is never sent.
 */
export class UpgradeCork {
  readonly #app = uWS.App()
  readonly #handlers = new Handlers()
  #socket: us_listen_socket | undefined
  #client: Socket | undefined
  #response: HttpResponse | undefined

  /** Opens the other response. Resolves when upgrades are safe. */
  async open(): Promise<void> {
    const waiting = new Promise<void>((resolve) => {
      const keep = (response: HttpResponse) => {
        response.onAborted(() => {
          if (this.#response === response) this.#response = undefined
        })
        if (this.#response !== undefined) return void response.close()
        this.#response = response
        resolve()
      }
      this.#app.any('/*', this.#handlers.add(keep))
    })
    const port = await new Promise<number>((resolve, reject) => {
      this.#app.listen('127.0.0.1', 0, (socket) => {
        if (!socket) return reject(new Error('Cannot listen on 127.0.0.1'))
        this.#socket = socket
        resolve(uWS.us_socket_local_port(socket))
      })
    })
    this.#client = connect(port, '127.0.0.1').on('error', () => undefined)
    this.#client.unref().write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n')
    await waiting
    if (this.#socket !== undefined) uWS.us_listen_socket_close(this.#socket)
    this.#socket = undefined
  }

  run(response: HttpResponse, upgrade: () => void): void {
    const cork = this.#response ?? response
    cork.cork(upgrade)
  }

  close(): void {
    this.#client?.destroy()
    this.#app.close()
    this.#handlers.release()
  }
}
