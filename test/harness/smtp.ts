import type { AddressInfo, Socket } from 'node:net'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { vi } from 'vitest'
import type { Settings } from './world.ts'

/** How far a client has come: its connection, the sender, the recipient, the whole text, and the server's yes to it. */
export type Stage = 'connect' | 'mail' | 'rcpt' | 'data' | 'accepted'

/** A mail that the server has said yes to. */
export interface Received {
  /** Of the envelope. */
  readonly from: string
  readonly to: string
  readonly mail: Email
  readonly raw: string
  /** By its name in lower case. */
  header(name: string): string | undefined
}

/** An answer that is no yes: `550 no such user`. */
class Refusal extends Error {
  readonly responseCode: number

  constructor(answer: string) {
    super(answer.slice(4))
    this.responseCode = Number(answer.slice(0, 3))
  }
}

const WAIT_MS = 15_000

/** A mail server that speaks SMTP on a port of its own, keeps what it is sent, and misbehaves when it is told to. */
export class TestMailServer {
  /** Every mail it said yes to, in that order; one that came twice is there twice. */
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
        const take = async () => {
          const raw = Buffer.concat(await stream.toArray()).toString()
          const { mailFrom, rcptTo } = session.envelope
          const to = rcptTo[0]!.address
          const mail = await PostalMime.parse(raw)
          const header = (name: string) => mail.headers.find((one) => one.key === name)?.value
          await this.#stages.get('data')?.(to)
          this.received.push({ from: mailFrom ? mailFrom.address : '', to, mail, raw, header })
          done(null)
          await this.#stages.get('accepted')?.(to)
        }
        void take().catch(done)
      },
    })
    this.#server.on('error', () => undefined) // a client that was killed
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

  /** What makes a worker send its mails here. */
  get settings(): Settings {
    return { SMTP_URL: this.url }
  }

  get url(): string {
    return `smtp://127.0.0.1:${this.#port}`
  }

  /** Runs `act` whenever a client has come as far as `stage`; its answer waits for that, and refuses with what it throws. */
  at(stage: Stage, act: (address: string) => Promise<void> | void): void {
    this.#stages.set(stage, act)
  }

  /** Answers `answer`, `450 later` or `550 no such user`, at a stage: to one recipient, or to all, so many times. */
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

  /** Does as it should again, and forgets what it received. */
  reset(): void {
    this.#stages.clear()
    this.received.length = 0
  }

  /** The mails to somebody, once there are so many. */
  async to(address: string, count = 1): Promise<Received[]> {
    const found = () => this.received.filter((one) => one.to === address)
    await this.until(() => found().length >= count, `${count} mails to ${address}`)
    return found()
  }

  async until(isSo: () => boolean | Promise<boolean>, what = 'what is waited for'): Promise<void> {
    await vi.waitFor(
      async () => {
        if (!(await isSo())) throw new Error(`not within ${WAIT_MS} ms: ${what}`)
      },
      { timeout: WAIT_MS, interval: 20 },
    )
  }

  /** Serves, on the same port as before. */
  async open(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(this.#port, '127.0.0.1', resolve))
    this.#port = (this.#server.server.address() as AddressInfo).port
  }

  /** Breaks all connections off, without a word. */
  cut(): void {
    for (const socket of this.#sockets) socket.destroy()
  }

  async close(): Promise<void> {
    this.cut()
    await new Promise<void>((resolve) => this.#server.close(() => resolve()))
  }

  #reach(stage: Stage, address: string, done: (error?: Error | null) => void): void {
    const reached = async () => this.#stages.get(stage)?.(address)
    void reached().then(() => done(), done)
  }
}
