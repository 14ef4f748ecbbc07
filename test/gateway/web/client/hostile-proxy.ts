import { connect, createServer, type Server, type Socket } from 'node:net'
import type { World } from '../../../harness/world.ts'

/** A TCP proxy between a client and its gateways that fails in chosen ways. Its address stays the same. */
export class HostileProxy {
  /** WebSocket requests are cut, as in some company networks. */
  blocksWebSockets = false
  /** Streams of events are cut, or held back as by a proxy that waits for the end of an answer. */
  streams: 'passed' | 'cut' | 'held' = 'passed'
  /**
   * Requests that begin with this text reach the gateway; the proxy cuts the connection before the response.
   */
  cutsAnswersTo: string | undefined
  /** The number of lost responses. */
  cutAnswers = 0
  readonly #sockets = new Set<Socket>()
  readonly #waiting: (() => void)[] = []
  #target: string
  #server: Server | undefined
  #port = 0

  private constructor(target: string) {
    this.#target = target
  }

  static async start(world: World, target: string): Promise<HostileProxy> {
    const proxy = new HostileProxy(target)
    await proxy.plug()
    world.onClose(() => proxy.unplug())
    return proxy
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}`
  }

  /** New connections go to this gateway. */
  pointTo(target: string): void {
    this.#target = target
  }

  /** Accepts connections again after `unplug`. */
  async plug(): Promise<void> {
    const server = createServer((near) => this.#connect(near))
    await new Promise<void>((resolve) => server.listen(this.#port, '127.0.0.1', resolve))
    this.#server = server
    this.#port = (server.address() as { port: number }).port
  }

  /** Cuts all connections and refuses new ones. */
  async unplug(): Promise<void> {
    const closed = new Promise((resolve) => this.#server?.close(resolve))
    this.cut()
    await closed
  }

  /** Cuts all connections. */
  cut(): void {
    for (const socket of this.#sockets) socket.destroy()
  }

  /** Resolves when the next response is lost. */
  untilCut(): Promise<void> {
    return new Promise((resolve) => this.#waiting.push(resolve))
  }

  #connect(near: Socket): void {
    const { hostname, port } = new URL(this.#target)
    const far = connect(Number(port), hostname)
    let cutsAnswer = false
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
    }
    near.on('data', (bytes) => {
      const text = bytes.toString('latin1')
      const isStream = /^GET \S+\/events\/stream\?/.test(text)
      if (this.blocksWebSockets && /^upgrade: websocket/im.test(text)) near.destroy()
      else if (isStream && this.streams === 'cut') near.destroy()
      else if (isStream && this.streams === 'held') return
      else far.write(bytes)
      if (this.cutsAnswersTo !== undefined && text.startsWith(this.cutsAnswersTo)) cutsAnswer = true
    })
    far.on('data', (bytes) => {
      if (!cutsAnswer) near.write(bytes)
      else {
        this.cutAnswers++
        near.destroy()
        for (const wake of this.#waiting.splice(0)) wake()
      }
    })
  }
}
