import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'vitest'
import type { Answer } from './client.ts'
import { LiveClient } from './live-client.ts'
import { expectStreamToContinueLog } from './log-and-stream.ts'
import type { World } from './world.ts'

const PEOPLE = ['hamlet', 'cordelia', 'othello', 'polonius', 'iago', 'zoe']

const LINES = "SELECT id::int FROM message WHERE content LIKE 'line %' ORDER BY id"

/** Clients that listen and people who write, at several gateways, while something fails. */
export class Storm {
  readonly #world: World
  readonly #urls: readonly string[]
  /** Ids of all accepted messages. */
  readonly #acknowledged: number[] = []

  constructor(world: World, urls: readonly string[]) {
    this.#world = world
    this.#urls = urls
  }

  /** Clients of all people, at all gateways. `withSockets`: a third of them listen by WebSocket. */
  async audience({ withSockets = false } = {}): Promise<LiveClient[]> {
    const clients = PEOPLE.map((name, index) => {
      const order = index % 2 === 0 ? this.#urls : this.#urls.toReversed()
      const usesSocket = withSockets && index % 3 === 0
      return new LiveClient(
        order.map((url) => this.#world.client(url, name)),
        { usesSocket },
      )
    })
    await Promise.all(clients.map((client) => client.knows()))
    return clients
  }

  /**
   * Two people who write until stopped; `stop` returns the answers. With `areRepeating`, they send a message
   * with the same `local_id` until it is accepted, and only those answers count.
   */
  writers({ areRepeating = false } = {}) {
    const both = ['desdemona', 'aaron'].map((name) => new Writer(this.#world, this.#urls, name, areRepeating))
    return {
      /** Resolves after each has written `more` messages. */
      write: (more: number) => Promise.all(both.map((writer) => writer.writes(more))),
      async stop(): Promise<Answer[]> {
        await Promise.all(both.map((writer) => writer.stop()))
        return both.flatMap((writer) => writer.answers)
      },
      /** Statuses of the requests that were repeated. */
      refusals: () => both.flatMap((writer) => writer.refusals),
      newest: () => Math.max(...both.flatMap((writer) => writer.answers.map((answer) => answer.body.id))),
    }
  }

  /**
   * Waits until every client has registered again. A gateway looks for the record of a queue in use once a
   * second.
   */
  async expectRegistrationsAgain(clients: readonly LiveClient[]): Promise<void> {
    for (const client of clients) await expect.poll(() => client.registrations).toBeGreaterThan(1)
  }

  /**
   * Checks that every message was accepted, is stored once and reached every client once and in order, and
   * that the stream continues.
   */
  async expectNothingLost(clients: readonly LiveClient[], answers: readonly Answer[]): Promise<void> {
    await this.expectAllReceived(clients, answers)
    // A gateway that only reads does not notice that its Redis has become a replica.
    for (const url of this.#urls) {
      const hamlet = this.#world.client(url, 'hamlet')
      const message = { type: 'channel', to: 'Verona', topic: 'storm', content: 'calm' }
      await hamlet.ok(hamlet.post('/messages', message))
    }
    await expectStreamToContinueLog(this.#world, 120_000)
  }

  /** Checks that every message was accepted, is stored once and reached every client once and in order. */
  async expectAllReceived(clients: readonly LiveClient[], answers: readonly Answer[]): Promise<void> {
    expect(answers.filter((answer) => answer.status !== 200)).toEqual([])
    this.#acknowledged.push(...answers.map((answer) => answer.body.id))
    const rows = await this.#world.sql<{ id: number }>(LINES)
    const ids = rows.map((row) => row.id)
    expect(ids).toEqual(this.#acknowledged.toSorted((a, b) => a - b))
    await Promise.all(clients.map((client) => client.knows(ids.at(-1))))
    await Promise.all(clients.map((client) => client.stop()))
    for (const client of clients) client.expectNoHole(ids)
  }
}

/** A user who writes at all gateways in turn until stopped. */
class Writer {
  readonly answers: Answer[] = []
  readonly #world: World
  readonly #urls: readonly string[]
  readonly #name: string
  readonly #running: Promise<void>
  readonly #isRepeating: boolean
  readonly refusals: number[] = []
  #writing = true

  constructor(world: World, urls: readonly string[], name: string, isRepeating: boolean) {
    this.#isRepeating = isRepeating
    this.#world = world
    this.#urls = urls
    this.#name = name
    this.#running = this.#run()
  }

  async writes(more: number): Promise<void> {
    const enough = this.answers.length + more
    while (this.answers.length < enough) await sleep(5)
  }

  stop(): Promise<void> {
    this.#writing = false
    return this.#running
  }

  async #run(): Promise<void> {
    for (let n = 0; this.#writing; n++) {
      this.answers.push(await (this.#isRepeating ? this.#repeat(n) : this.#send(n, n)))
      await sleep(2)
    }
  }

  /** Sends a message at one gateway after the other until it is accepted. */
  async #repeat(n: number): Promise<Answer> {
    const key = { queue_id: `${this.#name}'s`, local_id: `${n}` }
    for (let attempt = n; ; attempt++) {
      const answer = await this.#send(n, attempt, key)
      if (answer.status === 200) return answer
      this.refusals.push(answer.status)
      await sleep(20)
    }
  }

  #send(n: number, gateway: number, key = {}): Promise<Answer> {
    const client = this.#world.client(this.#urls[gateway % this.#urls.length]!, this.#name)
    const message = { type: 'channel', to: 'Verona', topic: 'storm', content: `line ${n}`, ...key }
    return client.post('/messages', message)
  }
}
