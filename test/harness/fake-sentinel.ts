import { createServer, type Server, type Socket } from 'node:net'

/**
 * A sentinel that names the servers of a test, and can fall silent without closing its connections, as a
 * frozen process does.
 */
export class FakeSentinel {
  port = 0
  isSilent = false
  /** How often it has named the master. */
  asked = 0
  #master: { readonly port: number; readonly epoch: number }
  readonly #sockets = new Set<Socket>()
  #server: Server | undefined

  private constructor(port: number, epoch: number) {
    this.#master = { port, epoch }
  }

  static async start(port: number, epoch: number): Promise<FakeSentinel> {
    const sentinel = new FakeSentinel(port, epoch)
    await sentinel.startAgain()
    return sentinel
  }

  /** Names a master from now on. `epoch`: the number of its failover. */
  name(port: number, epoch: number): void {
    this.#master = { port, epoch }
  }

  async startAgain(): Promise<void> {
    const server = createServer((socket) => {
      this.#sockets.add(socket)
      socket.on('error', () => undefined)
      socket.on('close', () => this.#sockets.delete(socket))
      socket.on('data', (data) => {
        if (this.isSilent) return
        for (const command of commandsIn(data.toString())) socket.write(this.#answer(command))
      })
    })
    await new Promise<void>((resolve) => server.listen(this.port, '127.0.0.1', resolve))
    this.#server = server
    this.port = (server.address() as { port: number }).port
  }

  async stop(): Promise<void> {
    const closed = new Promise((resolve) => this.#server?.close(resolve))
    for (const socket of this.#sockets) socket.destroy()
    await closed
  }

  #answer([name = '', question = '']: readonly string[]): string {
    const { port, epoch } = this.#master
    if (name.toLowerCase() !== 'sentinel') return '+OK\r\n'
    if (question.toLowerCase() === 'master') return arrayOf(['name', 'chat', 'config-epoch', String(epoch)])
    this.asked++
    return arrayOf(['127.0.0.1', String(port)])
  }
}

const arrayOf = (texts: readonly string[]): string =>
  [`*${texts.length}`, ...texts.flatMap((text) => [`$${text.length}`, text]), ''].join('\r\n')

/** The commands of one piece of data: clients send short ones whole. */
function* commandsIn(data: string): Generator<string[]> {
  const lines = data.split('\r\n')
  for (let at = 0; lines[at]?.startsWith('*'); ) {
    const count = Number(lines[at]!.slice(1))
    yield Array.from({ length: count }, (_, n) => lines[at + 2 + 2 * n]!)
    at += 1 + 2 * count
  }
}
