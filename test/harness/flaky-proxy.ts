import { connect, createServer, type Server, type Socket } from 'node:net'
import { Transform } from 'node:stream'

/**
 * A TCP proxy to a server that imitates a broken network: it can close connections, drop all data, and delay
 * it.
 */
export class FlakyProxy {
  readonly #sockets = new Set<Socket>()
  #server: Server | undefined
  #port = 0
  /**
   * The pieces of data that clients have sent. Several writes can arrive as one piece, but one write of a few
   * KiB never as several.
   */
  piecesSent = 0
  #isSilent = false
  /** Milliseconds by which each piece of data from clients is late. */
  delayMs = 0
  readonly #target: { host: string; port: number }

  constructor(target: Pick<URL, 'hostname' | 'port'>) {
    this.#target = { host: target.hostname, port: Number(target.port) }
  }

  /** Starts the proxy. Resolves with its port, which stays the same after `stop`. */
  async start(): Promise<number> {
    const server = createServer((near) => {
      if (this.#isSilent) return this.#swallow(near)
      const far = connect(this.#target)
      near.on('data', () => {
        this.piecesSent++
      })
      for (const [from, to] of [
        [near, far],
        [far, near],
      ] as const) {
        this.#sockets.add(from)
        from.on('error', () => to.destroy())
        from.on('close', () => {
          this.#sockets.delete(from)
          to.destroy()
        })
        if (from === far) from.pipe(to)
        else from.pipe(this.#delaying()).pipe(to)
      }
    })
    await new Promise<void>((resolve) => server.listen(this.#port, '127.0.0.1', resolve))
    this.#server = server
    this.#port = (server.address() as { port: number }).port
    return this.#port
  }

  get isSilent(): boolean {
    return this.#isSilent
  }

  /**
   * While true, open and new connections lose all data. Connections that were open or made meanwhile never
   * recover.
   */
  set isSilent(isSilent: boolean) {
    this.#isSilent = isSilent
    if (isSilent) this.dropData()
  }

  #swallow(near: Socket): void {
    this.#sockets.add(near)
    near.on('error', () => near.destroy())
    near.on('close', () => this.#sockets.delete(near))
    near.resume()
  }

  /** Drops all further data and keeps the connections open, so that neither side notices. */
  dropData(): void {
    for (const socket of this.#sockets) {
      socket.unpipe()
      socket.pause()
    }
  }

  /**
   * Closes each open connection as soon as data arrives on it, as a server that has restarted does. The data
   * is lost.
   */
  closeOnData(): void {
    for (const socket of this.#sockets) {
      socket.unpipe()
      socket.once('data', () => socket.destroy())
      socket.resume() // `unpipe` has paused it.
    }
  }

  #delaying(): Transform {
    return new Transform({
      transform: (piece, _encoding, done) => {
        if (this.delayMs === 0) done(null, piece)
        else setTimeout(() => done(null, piece), this.delayMs)
      },
    })
  }

  /** Closes all connections and stops the proxy. */
  async stop(): Promise<void> {
    const closed = new Promise((resolve) => this.#server?.close(resolve))
    for (const socket of this.#sockets) socket.destroy()
    await closed
  }
}
