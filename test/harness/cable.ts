import { connect, createServer, type Server, type Socket } from 'node:net'

/** A way to a server that can be cut, and can be made to lose everything that is sent, as a broken network does. */
export class Cable {
  readonly #sockets = new Set<Socket>()
  #server: Server | undefined
  #port = 0
  readonly #target: { host: string; port: number }

  constructor(target: Pick<URL, 'hostname' | 'port'>) {
    this.#target = { host: target.hostname, port: Number(target.port) }
  }

  /** Resolves with the port that leads to the server; after a cut the same again. */
  async plug(): Promise<number> {
    const server = createServer((near) => {
      const far = connect(this.#target)
      for (const [one, other] of [
        [near, far],
        [far, near],
      ] as const) {
        this.#sockets.add(one)
        one.on('error', () => other.destroy())
        one.on('close', () => {
          this.#sockets.delete(one)
          other.destroy()
        })
        one.pipe(other)
      }
    })
    await new Promise<void>((resolve) => server.listen(this.#port, '127.0.0.1', resolve))
    this.#server = server
    this.#port = (server.address() as { port: number }).port
    return this.#port
  }

  /** Nothing arrives any more, and neither side is told. */
  lose(): void {
    for (const socket of this.#sockets) {
      socket.unpipe()
      socket.pause()
    }
  }

  async cut(): Promise<void> {
    const closed = new Promise((resolve) => this.#server?.close(resolve))
    for (const socket of this.#sockets) socket.destroy()
    await closed
  }
}
