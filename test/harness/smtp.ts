import type { AddressInfo, Socket } from 'node:net'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { vi } from 'vitest'
import type { Settings } from './world.ts'

/**
 * Stages of an SMTP session: the connection, the sender, the recipient, the whole text, the accepted mail.
 */
export type Stage = 'connect' | 'mail' | 'rcpt' | 'data' | 'accepted'

/** A mail that the server accepted. */
export interface Received {
  /** The sender of the envelope. */
  readonly from: string
  /** The recipient of the envelope. */
  readonly to: string
  readonly mail: Email
  readonly raw: string
  /** Returns the header with this lowercase name. */
  header(name: string): string | undefined
}

/** A negative answer, such as `550 no such user`. */
class Refusal extends Error {
  readonly responseCode: number

  constructor(answer: string) {
    super(answer.slice(4))
    this.responseCode = Number(answer.slice(0, 3))
  }
}

const WAIT_MS = 15_000

/** An SMTP server that keeps the mails it receives and refuses them when a test asks for it. */
export class TestMailServer {
  /** Accepted mails in their order, with duplicates. */
  readonly received: Received[] = []
  readonly #server: SMTPServer
  readonly #stages = new Map<Stage, (address: string) => Promise<void> | void>()
  readonly #sockets = new Set<Socket>()
  #port = 0

  private constructor(options: SMTPServerOptions) {
    this.#server = new SMTPServer({
      authOptional: true,
      disableReverseLookup: true,
      disabledCommands: ['STARTTLS'],
      allowInsecureAuth: true,
      closeTimeout: 100,
      ...options,
      onConnect: (session, done) => this.#reach('connect', session.remoteAddress, done),
      onMailFrom: (from, _session, done) => this.#reach('mail', from.address, done),
      onRcptTo: (to, _session, done) => this.#reach('rcpt', to.address, done),
      onData: (stream, session, done) => {
        const receive = async () => {
          const raw = Buffer.concat(await stream.toArray()).toString()
          const { mailFrom, rcptTo } = session.envelope
          const to = rcptTo[0]!.address
          const mail = await PostalMime.parse(raw)
          const header = (name: string) => mail.headers.find(({ key }) => key === name)?.value
          await this.#stages.get('data')?.(to)
          this.received.push({ from: mailFrom ? mailFrom.address : '', to, mail, raw, header })
          done(null)
          await this.#stages.get('accepted')?.(to)
        }
        void receive().catch(done)
      },
    })
    this.#server.on('error', () => undefined) // for example a killed client
    this.#server.server.on('connection', (socket: Socket) => {
      this.#sockets.add(socket)
      socket.on('close', () => this.#sockets.delete(socket))
    })
  }

  static async start(options: SMTPServerOptions = {}): Promise<TestMailServer> {
    const server = new TestMailServer(options)
    await server.open()
    return server
  }

  /** Settings with which a worker sends its mails here. */
  get settings(): Settings {
    return { SMTP_URL: this.url }
  }

  get url(): string {
    return `smtp://127.0.0.1:${this.#port}`
  }

  /**
   * Runs `act` at this stage of each session before the server answers. The server refuses when `act` throws.
   */
  at(stage: Stage, act: (address: string) => Promise<void> | void): void {
    this.#stages.set(stage, act)
  }

  /**
   * Answers `answer` (such as `450 later`) at a stage, to the address `only` or to all, at most `times`
   * times.
   */
  refuse(
    stage: Stage,
    answer: string,
    { only, times = Infinity }: { only?: string; times?: number } = {},
  ): void {
    let left = times
    this.at(stage, (address) => {
      if (only !== undefined && address !== only) return
      if (left-- > 0) throw new Refusal(answer)
    })
  }

  /** Removes the actions of all stages and the received mails. */
  reset(): void {
    this.#stages.clear()
    this.received.length = 0
  }

  /** Waits for at least `count` mails to an address, and returns all of them. */
  async to(address: string, count = 1): Promise<Received[]> {
    const found = () => this.received.filter((mail) => mail.to === address)
    await this.until(() => found().length >= count, `${count} mails to ${address}`)
    return found()
  }

  /** Waits until the condition holds. Throws after 15 s, with the text `what` in the error. */
  async until(isTrue: () => boolean | Promise<boolean>, what = 'the condition'): Promise<void> {
    await vi.waitFor(
      async () => {
        if (!(await isTrue())) throw new Error(`not within ${WAIT_MS} ms: ${what}`)
      },
      { timeout: WAIT_MS, interval: 20 },
    )
  }

  /** Starts the server, on the former port when it had one. */
  async open(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(this.#port, '127.0.0.1', resolve))
    this.#port = (this.#server.server.address() as AddressInfo).port
  }

  /** Closes all connections without an answer. */
  cut(): void {
    for (const socket of this.#sockets) socket.destroy()
  }

  async close(): Promise<void> {
    this.cut()
    await new Promise<void>((resolve) => this.#server.close(() => resolve()))
  }

  #reach(stage: Stage, address: string, done: (error?: Error | null) => void): void {
    const act = async () => this.#stages.get(stage)?.(address)
    void act().then(() => done(), done)
  }
}
