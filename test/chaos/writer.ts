import { setTimeout as sleep } from 'node:timers/promises'
import { type Dispatcher, request } from 'undici'
import type { Body } from '../harness/client.ts'
import type { Random } from './random.ts'
import { type Person, type Servers, wasFrozen } from './servers.ts'

/** What somebody tried to do, and what came of it. */
export interface Deed {
  readonly kind: 'send' | 'type' | 'edit' | 'delete' | 'move' | 'join' | 'leave' | 'promote' | 'close'
  /** Of a send or an edit: found nowhere else. */
  readonly word?: string
  /** Of the message that was sent, edited or deleted. */
  message?: number
  /** Done; not done; unknown, as the answer was lost or an error of the server. */
  outcome: 'done' | 'refused' | 'unknown'
  /** It was said again, under the same name, until it was answered. */
  readonly isRepeated?: boolean
}

const TOPICS = ['oak', 'elm', 'ash', 'yew']
const PATIENCE_MS = 15_000
/** Longer than anything is away. */
const REPEATS_FOR_MS = 180_000
/** Is a guest at times. */
const SOMETIMES_GUEST = 'polonius'
/** Is private at times. */
const SOMETIMES_PRIVATE = 'Scotland'

/** Messages that were sent and can be edited, moved and deleted: the newest of everybody's. */
export class Shelf {
  readonly #messages: { id: number; sender: string }[] = []

  add(id: number, sender: string): void {
    this.#messages.push({ id, sender })
    if (this.#messages.length > 60) this.#messages.shift()
  }

  pick(random: Random, sender?: string): number | undefined {
    const list = this.#messages.filter((one) => sender === undefined || one.sender === sender)
    return list.length === 0 ? undefined : random.pick(list).id
  }
}

/** Somebody who writes, edits, deletes, moves, joins and leaves, at any gateway, until told to stop. */
export class Writer {
  readonly name: string
  readonly deeds: Deed[] = []
  readonly statuses = new Map<string, number>()
  /** For an answer, or in vain, at gateways that were not frozen meanwhile. */
  longestWaitMs = 0
  readonly #person: Person
  readonly #servers: Servers
  readonly #channels: Readonly<Record<string, number>>
  readonly #shelf: Shelf
  readonly #random: Random
  readonly #agent: Dispatcher
  readonly #pauseMs: number
  #stopped = false
  #running: Promise<void> | undefined

  constructor(
    name: string,
    person: Person,
    place: { servers: Servers; channels: Readonly<Record<string, number>>; shelf: Shelf },
    random: Random,
    agent: Dispatcher,
    pauseMs: number,
  ) {
    this.name = name
    this.#person = person
    this.#servers = place.servers
    this.#channels = place.channels
    this.#shelf = place.shelf
    this.#random = random
    this.#agent = agent
    this.#pauseMs = pauseMs
  }

  start(): void {
    this.#running = this.#run()
  }

  async stop(): Promise<void> {
    this.#stopped = true
    await this.#running
  }

  async #run(): Promise<void> {
    for (let n = 0; !this.#stopped; n++) {
      const kind = this.#random.weighted({
        send: 70,
        type: 20,
        edit: 10,
        delete: 4,
        move: 4,
        join: 6,
        leave: 6,
        promote: 1,
        close: 1,
      })
      await this.#do(kind, `${this.name}x${n}x`)
      await sleep(this.#random.int(0, 2 * this.#pauseMs))
    }
  }

  async #do(kind: Deed['kind'], word: string): Promise<void> {
    const random = this.#random
    const channel = random.pick(Object.keys(this.#channels))
    switch (kind) {
      case 'send': {
        const others = this.#servers.people.filter((one) => one.id !== this.#person.id)
        const isRepeated = random.chance(0.5)
        const deed: Deed = { kind, word, outcome: 'unknown', isRepeated }
        const name: Record<string, string> = isRepeated ? { queue_id: this.name, local_id: word } : {}
        const to: Record<string, string> = random.chance(0.75)
          ? { type: 'channel', to: String(this.#channels[channel]), topic: random.pick(TOPICS) }
          : { type: 'direct', to: JSON.stringify([random.pick(others).id]) }
        const form = { ...to, ...name, content: word }
        this.deeds.push(deed)
        const until = Date.now() + REPEATS_FOR_MS
        let answer = await this.#ask('POST', '/messages', form, deed)
        while (isRepeated && deed.outcome === 'unknown' && Date.now() < until) {
          await sleep(random.int(20, 200))
          answer = await this.#ask('POST', '/messages', form, deed)
        }
        if (deed.outcome !== 'done') return
        deed.message = answer.id
        if (to.type === 'channel') this.#shelf.add(answer.id, this.name)
        return
      }
      case 'type': {
        const deed: Deed = { kind, outcome: 'unknown' }
        this.deeds.push(deed)
        const to = JSON.stringify([random.pick(this.#servers.people).id])
        await this.#ask('POST', '/typing', { op: random.pick(['start', 'stop']), to }, deed)
        return
      }
      case 'edit':
        return this.#change(kind, 'PATCH', { content: word }, word, this.#shelf.pick(random, this.name))
      case 'move': {
        const topic = random.pick(TOPICS)
        const propagate_mode = random.pick(['change_one', 'change_later', 'change_all'])
        return this.#change(kind, 'PATCH', { topic, propagate_mode }, undefined, this.#shelf.pick(random))
      }
      case 'delete':
        return this.#change(kind, 'DELETE', {}, undefined, this.#shelf.pick(random, this.name))
      case 'join':
      case 'leave': {
        const principals: Record<string, string> = random.chance(0.5)
          ? {}
          : { principals: JSON.stringify([random.pick(this.#servers.people).id]) }
        const isJoin = kind === 'join'
        const subscriptions = JSON.stringify([isJoin ? { name: channel } : channel])
        const deed: Deed = { kind, outcome: 'unknown' }
        this.deeds.push(deed)
        const form = { subscriptions, ...principals }
        await this.#ask(isJoin ? 'POST' : 'DELETE', '/users/me/subscriptions', form, deed)
        return
      }
      case 'promote': {
        const { id } = this.#servers.people.find((one) => one.name === SOMETIMES_GUEST)!
        const deed: Deed = { kind, outcome: 'unknown' }
        this.deeds.push(deed)
        await this.#ask('PATCH', `/users/${id}`, { role: random.pick(['400', '600']) }, deed)
        return
      }
      case 'close': {
        const deed: Deed = { kind, outcome: 'unknown' }
        this.deeds.push(deed)
        const path = `/streams/${this.#channels[SOMETIMES_PRIVATE]}`
        await this.#ask('PATCH', path, { is_private: random.pick(['true', 'false']) }, deed)
      }
    }
  }

  async #change(
    kind: Deed['kind'],
    method: 'PATCH' | 'DELETE',
    form: Record<string, string>,
    word: string | undefined,
    message: number | undefined,
  ): Promise<void> {
    if (message === undefined) return
    const deed: Deed = { kind, word, message, outcome: 'unknown' }
    this.deeds.push(deed)
    await this.#ask(method, `/messages/${message}`, form, deed)
  }

  /** Resolves with the answer, if one came. */
  async #ask(
    method: 'POST' | 'PATCH' | 'DELETE',
    path: string,
    form: Readonly<Record<string, string>>,
    deed: Deed,
  ): Promise<Body> {
    const gateway = this.#random.pick(this.#servers.gateways)
    const since = Date.now()
    try {
      const response = await request(`${gateway.url}/api/v1${path}`, {
        method,
        body: new URLSearchParams(form).toString(),
        dispatcher: this.#agent,
        signal: AbortSignal.timeout(PATIENCE_MS),
        headers: {
          authorization: this.#person.authorization,
          host: 'localhost',
          'content-type': 'application/x-www-form-urlencoded',
        },
      })
      const text = await response.body.text()
      const status = response.statusCode
      const body: Body = JSON.parse(text)
      // 503 promises that nothing was done; who says it again goes on until it is.
      const isRefused = status < 500 || (status === 503 && !deed.isRepeated)
      deed.outcome = status === 200 ? 'done' : isRefused ? 'refused' : 'unknown'
      this.#note(`${deed.kind} ${status}${status === 400 ? ` ${body.msg}` : ''}`)
      return body
    } catch (error) {
      this.#note(`${deed.kind} ${(error as { code?: string }).code ?? (error as Error).name}`)
      await sleep(this.#random.int(20, 200))
    } finally {
      if (!wasFrozen(gateway, since)) this.longestWaitMs = Math.max(this.longestWaitMs, Date.now() - since)
    }
  }

  #note(what: string): void {
    this.statuses.set(what, (this.statuses.get(what) ?? 0) + 1)
  }
}
