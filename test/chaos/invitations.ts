import { setTimeout as sleep } from 'node:timers/promises'
import { SMTPServer } from 'smtp-server'
import { type Dispatcher, request } from 'undici'
import type { Fleet } from './fleet.ts'
import type { Random } from './random.ts'

const EVERY_MS = 700
const TIMEOUT_MS = 15_000
const PERSON = 'desdemona'
/**
 * Retries of a mail that has failed begin with a second and double; the jobs of a dead worker wait half a
 * minute.
 */
const ARRIVES_WITHIN_MS = 180_000

/** A mail server that accepts everything and remembers the Message-IDs by recipient. */
export class Mailbox {
  readonly received = new Map<string, string[]>()
  readonly #server: SMTPServer

  private constructor() {
    this.#server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      disableReverseLookup: true,
      closeTimeout: 100,
      onData: (stream, { envelope }, done) => {
        const receive = async () => {
          const text = Buffer.concat(await stream.toArray()).toString()
          const id = /^Message-ID: *(.*)$/im.exec(text)?.[1] ?? ''
          for (const { address } of envelope.rcptTo) {
            this.received.set(address, [...(this.received.get(address) ?? []), id.trim()])
          }
        }
        receive().then(() => done(), done)
      },
    })
    this.#server.on('error', () => undefined) // for example a killed worker
  }

  static async start(host: string): Promise<{ mailbox: Mailbox; url: string }> {
    const mailbox = new Mailbox()
    const { server } = mailbox.#server
    await new Promise<void>((resolve) => mailbox.#server.listen(0, host, resolve))
    const { port } = server.address() as { port: number }
    return { mailbox, url: `smtp://${host}:${port}` }
  }

  stop(): Promise<void> {
    return new Promise((resolve) => this.#server.close(() => resolve()))
  }
}

/** A person who invites somebody else every moment, so that a job sends a mail. */
export class Invitations {
  /** Whether the invitation of each address was acknowledged. */
  readonly #invited = new Map<string, boolean>()
  readonly #fleet: Fleet
  readonly #mailbox: Mailbox
  readonly #random: Random
  readonly #agent: Dispatcher
  #isStopped = false
  #running: Promise<void> | undefined

  constructor(fleet: Fleet, mailbox: Mailbox, random: Random, agent: Dispatcher) {
    this.#fleet = fleet
    this.#mailbox = mailbox
    this.#random = random
    this.#agent = agent
  }

  start(): void {
    this.#running = this.#run()
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    await this.#running
  }

  /**
   * Waits for the mails. Returns the faults: an acknowledged invitation without a mail, and more repeated
   * mails than workers have reported (docs/notifications.md "What is promised").
   */
  async check(reported: number): Promise<{ wrong: string[]; report: string }> {
    const { received } = this.#mailbox
    const deadline = Date.now() + ARRIVES_WITHIN_MS
    const missing = () =>
      [...this.#invited].filter(([address, isDone]) => isDone && !received.has(address)).map(([to]) => to)
    while (missing().length > 0 && Date.now() < deadline) await sleep(200)
    // Other mails, such as mails about missed messages, come to one address many times.
    const repeated = [...received].filter(([to, ids]) => this.#invited.has(to) && ids.length > 1)
    const repetitions = repeated.reduce((sum, [, ids]) => sum + ids.length - 1, 0)
    return {
      wrong: [
        ...missing().map((address) => `no mail has arrived at ${address}`),
        ...(repetitions > reported
          ? [
              `${repetitions} mails arrived again, and workers reported ${reported}: ${repeated.map(([to]) => to)}`,
            ]
          : []),
        ...repeated
          .filter(([, ids]) => new Set(ids).size > 1)
          .map(([to, ids]) => `mails to ${to} arrived again under other ids: ${ids}`),
      ],
      report: `${this.#invited.size} invitations, ${[...this.#invited.values()].filter(Boolean).length} acknowledged; mails to ${[...received.keys()].filter((to) => this.#invited.has(to)).length} addresses, ${repetitions} of them again`,
    }
  }

  async #run(): Promise<void> {
    for (let n = 0; !this.#isStopped; n++) {
      await this.#invite(`guest-${n}@elsewhere.test`)
      await sleep(EVERY_MS)
    }
  }

  async #invite(address: string): Promise<void> {
    const { authorization } = this.#fleet.people.find(({ name }) => name === PERSON)!
    this.#invited.set(address, false)
    try {
      const response = await request(`${this.#random.pick(this.#fleet.gateways).url}/api/v1/invites`, {
        method: 'POST',
        body: new URLSearchParams({ invitee_emails: address, stream_ids: '[]' }).toString(),
        dispatcher: this.#agent,
        signal: AbortSignal.timeout(TIMEOUT_MS),
        headers: {
          authorization,
          host: 'localhost',
          'content-type': 'application/x-www-form-urlencoded',
        },
      })
      await response.body.text()
      if (response.statusCode === 200) this.#invited.set(address, true)
    } catch {
      // Nobody knows whether the invitation was made.
    }
  }
}
