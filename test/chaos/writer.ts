import { setTimeout as sleep } from 'node:timers/promises'
import { type Dispatcher, request } from 'undici'
import type { Body } from '../harness/client.ts'
import { type Fleet, type Person, wasSilent } from './fleet.ts'
import type { Random } from './random.ts'

/** An action that a writer tried, with its outcome. */
export interface Action {
  readonly kind: 'send' | 'type' | 'edit' | 'delete' | 'move' | 'join' | 'leave' | 'promote' | 'close'
  /** The unique content of a send or an edit. */
  readonly word?: string
  /** Id of the message that was sent, edited or deleted. */
  message?: number
  /** `unknown` when the answer was lost or was a server error. */
  outcome: 'done' | 'refused' | 'unknown'
  /** Whether the writer sends it again with the same `local_id` until it gets an answer. */
  readonly isRepeated?: boolean
}

const TOPICS = ['oak', 'elm', 'ash', 'yew']
const TIMEOUT_MS = 15_000
/** Average time between two actions of a writer. */
export const WRITER_PAUSE_MS = 60
/** Longer than any server is down. */
const REPEAT_FOR_MS = 180_000
/** A user whom writers turn into a guest and back. */
const SOMETIMES_GUEST = 'polonius'
/** A channel that writers make private and public again. */
const SOMETIMES_PRIVATE = 'Scotland'

/** The newest messages of all writers, which they can edit, move and delete. */
export class SentMessages {
  readonly #messages: { id: number; sender: string }[] = []

  add(id: number, sender: string): void {
    this.#messages.push({ id, sender })
    if (this.#messages.length > 60) this.#messages.shift()
  }

  pick(random: Random, sender?: string): number | undefined {
    const list = this.#messages.filter((message) => sender === undefined || message.sender === sender)
    return list.length === 0 ? undefined : random.pick(list).id
  }
}

/** A user who sends, edits, deletes, moves, joins and leaves at any gateway until `stop`. */
export class Writer {
  readonly name: string
  readonly actions: Action[] = []
  readonly statuses = new Map<string, number>()
  /** Longest time of a request, answered or not, at gateways that were not silent meanwhile. */
  longestWaitMs = 0
  readonly #person: Person
  readonly #fleet: Fleet
  readonly #channels: Readonly<Record<string, number>>
  readonly #sentMessages: SentMessages
  readonly #random: Random
  readonly #agent: Dispatcher
  #stopped = false
  #running: Promise<void> | undefined

  constructor(
    name: string,
    person: Person,
    world: { fleet: Fleet; channels: Readonly<Record<string, number>>; sentMessages: SentMessages },
    random: Random,
    agent: Dispatcher,
  ) {
    this.name = name
    this.#person = person
    this.#fleet = world.fleet
    this.#channels = world.channels
    this.#sentMessages = world.sentMessages
    this.#random = random
    this.#agent = agent
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
      await this.#perform(kind, `${this.name}x${n}x`)
      await sleep(this.#random.int(0, 2 * WRITER_PAUSE_MS))
    }
  }

  async #perform(kind: Action['kind'], word: string): Promise<void> {
    const random = this.#random
    const channel = random.pick(Object.keys(this.#channels))
    switch (kind) {
      case 'send': {
        const others = this.#fleet.people.filter((person) => person.id !== this.#person.id)
        const isRepeated = random.chance(0.5)
        const action: Action = { kind, word, outcome: 'unknown', isRepeated }
        const localId: Record<string, string> = isRepeated ? { queue_id: this.name, local_id: word } : {}
        const to: Record<string, string> = random.chance(0.75)
          ? { type: 'channel', to: String(this.#channels[channel]), topic: random.pick(TOPICS) }
          : { type: 'direct', to: JSON.stringify([random.pick(others).id]) }
        const form = { ...to, ...localId, content: word }
        this.actions.push(action)
        const until = Date.now() + REPEAT_FOR_MS
        let answer = await this.#request('POST', '/messages', form, action)
        while (isRepeated && action.outcome === 'unknown' && Date.now() < until) {
          await sleep(random.int(20, 200))
          answer = await this.#request('POST', '/messages', form, action)
        }
        if (action.outcome !== 'done') return
        action.message = answer.id
        if (to.type === 'channel') this.#sentMessages.add(answer.id, this.name)
        return
      }
      case 'type': {
        const action: Action = { kind, outcome: 'unknown' }
        this.actions.push(action)
        const to = JSON.stringify([random.pick(this.#fleet.people).id])
        await this.#request('POST', '/typing', { op: random.pick(['start', 'stop']), to }, action)
        return
      }
      case 'edit':
        return this.#change(
          kind,
          'PATCH',
          { content: word },
          word,
          this.#sentMessages.pick(random, this.name),
        )
      case 'move': {
        const topic = random.pick(TOPICS)
        const propagate_mode = random.pick(['change_one', 'change_later', 'change_all'])
        return this.#change(
          kind,
          'PATCH',
          { topic, propagate_mode },
          undefined,
          this.#sentMessages.pick(random),
        )
      }
      case 'delete':
        return this.#change(kind, 'DELETE', {}, undefined, this.#sentMessages.pick(random, this.name))
      case 'join':
      case 'leave': {
        const principals: Record<string, string> = random.chance(0.5)
          ? {}
          : { principals: JSON.stringify([random.pick(this.#fleet.people).id]) }
        const isJoin = kind === 'join'
        const subscriptions = JSON.stringify([isJoin ? { name: channel } : channel])
        const action: Action = { kind, outcome: 'unknown' }
        this.actions.push(action)
        const form = { subscriptions, ...principals }
        await this.#request(isJoin ? 'POST' : 'DELETE', '/users/me/subscriptions', form, action)
        return
      }
      case 'promote': {
        const { id } = this.#fleet.people.find((person) => person.name === SOMETIMES_GUEST)!
        const action: Action = { kind, outcome: 'unknown' }
        this.actions.push(action)
        await this.#request('PATCH', `/users/${id}`, { role: random.pick(['400', '600']) }, action)
        return
      }
      case 'close': {
        const action: Action = { kind, outcome: 'unknown' }
        this.actions.push(action)
        const path = `/streams/${this.#channels[SOMETIMES_PRIVATE]}`
        await this.#request('PATCH', path, { is_private: random.pick(['true', 'false']) }, action)
      }
    }
  }

  async #change(
    kind: Action['kind'],
    method: 'PATCH' | 'DELETE',
    form: Record<string, string>,
    word: string | undefined,
    message: number | undefined,
  ): Promise<void> {
    if (message === undefined) return
    const action: Action = { kind, word, message, outcome: 'unknown' }
    this.actions.push(action)
    await this.#request(method, `/messages/${message}`, form, action)
  }

  /** Sends a request and sets the action's outcome. Resolves with the answer; undefined when none came. */
  async #request(
    method: 'POST' | 'PATCH' | 'DELETE',
    path: string,
    form: Readonly<Record<string, string>>,
    action: Action,
  ): Promise<Body> {
    const gateway = this.#random.pick(this.#fleet.gateways)
    const since = Date.now()
    try {
      const response = await request(`${gateway.url}/api/v1${path}`, {
        method,
        body: new URLSearchParams(form).toString(),
        dispatcher: this.#agent,
        signal: AbortSignal.timeout(TIMEOUT_MS),
        headers: {
          authorization: this.#person.authorization,
          host: 'localhost',
          'content-type': 'application/x-www-form-urlencoded',
        },
      })
      const text = await response.body.text()
      const status = response.statusCode
      const body: Body = JSON.parse(text)
      // 503 promises that nothing was done. A writer that repeats the request goes on until another answer.
      const isRefused = status < 500 || (status === 503 && !action.isRepeated)
      action.outcome = status === 200 ? 'done' : isRefused ? 'refused' : 'unknown'
      this.#count(`${action.kind} ${status}${status === 400 ? ` ${body.msg}` : ''}`)
      return body
    } catch (error) {
      this.#count(`${action.kind} ${(error as { code?: string }).code ?? (error as Error).name}`)
      await sleep(this.#random.int(20, 200))
    } finally {
      if (!wasSilent(gateway, since)) this.longestWaitMs = Math.max(this.longestWaitMs, Date.now() - since)
    }
  }

  #count(status: string): void {
    this.statuses.set(status, (this.statuses.get(status) ?? 0) + 1)
  }
}
