import fc from 'fast-check'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { encodeAudience, toUsers } from '../../../core/platform/events/audience.ts'
import type { LogEntry } from '../../../core/platform/events/log.ts'
import type { ChannelId, RealmId, Seq, UserId } from '../../../core/platform/ids.ts'
import type { Core } from '../../../core/state/core.ts'
import type { EntryListener, RealmState } from '../../../core/state/realm/state.ts'
import { EphemeralEntry } from '../../../gateway/realtime/ephemeral-entry.ts'
import type { EphemeralFeed } from '../../../gateway/realtime/ephemeral-feeds.ts'
import { EphemeralCursor, EphemeralRing } from '../../../gateway/realtime/ephemeral-ring.ts'
import { type EventId, eventIdFrom } from '../../../gateway/realtime/event-id.ts'
import { RealmFeed } from '../../../gateway/realtime/feed.ts'
import type { DeliveryResult, Listener } from '../../../gateway/realtime/listener.ts'
import { QueueSession } from '../../../gateway/realtime/session.ts'
import { cursorAfter } from '../../harness/event-ids.ts'
import { DEPTH } from '../../harness/property.ts'
import { queueFilter } from '../../harness/queue-filter.ts'
import { undeclaredEvent } from '../../harness/undeclared-event.ts'

// Gateways whose positions in one log the test controls.

const ME = 7 as UserId
const HEARTBEAT_MS = 60_000

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
})
afterEach(() => {
  vi.useRealTimers()
})

// Without capabilities each deleted message is a separate event.
const filter = queueFilter({ user: ME, applyMarkdown: false, slimPresence: true })

class Gateway {
  readonly feed: RealmFeed
  readonly #ephemeral = { ring: new EphemeralRing(), listener: undefined } as unknown as EphemeralFeed
  readonly #log: readonly LogEntry[]
  #position = 0
  #listener: EntryListener | undefined

  /** `crowd`: other clients, each of which receives its events in a turn of its own before the client. */
  constructor(log: readonly LogEntry[], crowd = 0) {
    this.#log = log
    const position = () => this.#position as Seq
    const realm = {
      realm: 1 as RealmId,
      get position() {
        return position()
      },
      record: { settings: { sessions_ended_at: 0 } },
      users: { get: () => undefined },
      membership: { exactFrom: 0 as Seq, channelsOf: () => new Set<ChannelId>() },
      follow: (listener: EntryListener) => {
        this.#listener = listener
        return () => undefined
      },
    } as unknown as RealmState
    this.feed = new RealmFeed({} as Core, realm, this.#ephemeral, () => HEARTBEAT_MS, 1)
    for (let n = 0; n < crowd; n++) this.#join(`other ${n}`)
  }

  #join(id: string): void {
    const cursor = new EphemeralCursor(this.#ephemeral.ring, Date.now())
    const session = this.feed.attach(new QueueSession(id, filter, cursor))
    const listener: Listener = { deliver: () => 'more', end: () => undefined }
    session.setListener(listener, 1, eventIdFrom(-1))
    void this.feed.feed(session, listener)
  }

  takes(count: number): void {
    for (const entry of this.#log.slice(this.#position, this.#position + count)) {
      this.#position = entry.seq
      this.#listener!(entry)
    }
  }

  hearsOfPresence(): void {
    const event = undeclaredEvent({ type: 'presence', user_id: 1, presences: {} })
    const entry = new EphemeralEntry({ event, audience: toUsers([ME]), size: 10 })
    this.#ephemeral.ring.add(entry)
    this.#ephemeral.listener?.(entry)
  }

  begin(listener: Listener, generation: number, cursor: EventId, dontWait: boolean): void {
    const { ring } = this.#ephemeral
    const session =
      this.feed.session('q') ??
      this.feed.attach(new QueueSession('q', filter, new EphemeralCursor(ring, Date.now() - 5_000)))
    session.setListener(listener, generation, cursor)
    void this.feed.feed(session, listener, dontWait)
  }

  /** Another gateway takes the queue, if this gateway has read so. */
  isReplaced(): void {
    const session = this.feed.session('q')
    if (session !== undefined) this.feed.detach(session, 'replaced')
  }
}

/** A client that follows docs/realtime.md: it has one cursor, and uses only its newest connection. */
class Client {
  readonly deleted: number[] = []
  cursor = eventIdFrom(-1)
  #connection = 0
  #generation = 0
  #resume: (() => void) | undefined

  /**
   * `losesAnswer`: the client never receives the response. `room`: number of batches until the listener is
   * full; 1 is a poll.
   */
  connect(gateway: Gateway, room: number, losesAnswer: boolean, dontWait: boolean): void {
    const connection = ++this.#connection
    let left = room
    const listener: Listener = {
      deliver: (texts): DeliveryResult => {
        const isHeard = connection === this.#connection && !losesAnswer
        if (isHeard) this.#take(texts.map((text) => JSON.parse(text)))
        if (room === 1) return 'done'
        return --left > 0 ? 'more' : 'full'
      },
      end: () => undefined,
    }
    gateway.begin(listener, ++this.#generation, this.cursor, dontWait)
    this.#resume = () => {
      const session = gateway.feed.session('q')
      if (session?.listener !== listener || left > 0) return
      left = room
      void gateway.feed.catchUp(session, listener)
    }
  }

  /** The network has sent the data of a socket. */
  drains(): void {
    this.#resume?.()
  }

  #take(events: readonly { id: number; type: string; message_id?: number }[]): void {
    this.cursor = eventIdFrom(cursorAfter(this.cursor, events))
    for (const event of events) if (event.type === 'delete_message') this.deleted.push(event.message_id!)
  }
}

const gateway = fc.nat(1)
const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('log' as const),
      pieces: fc.oneof(fc.nat(4), fc.integer({ min: 490, max: 1_000 })),
    }),
  },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('takes' as const), gateway, count: fc.nat(3) }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('presence' as const), gateway }) },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('connect' as const),
      gateway,
      room: fc.constantFrom(1, 1, 2, 100),
      losesAnswer: fc.boolean(),
      dontWait: fc.boolean(),
      isTold: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('drains' as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('minute' as const) }) },
)

test('ids increase, and no event of the log is lost or repeated, at whichever gateway a client continues', async () => {
  const scenario = fc.array(step, { maxLength: 40 })
  await fc.assert(
    fc.asyncProperty(scenario, fc.nat(3), async (steps, crowd) => {
      const log: LogEntry[] = []
      const gateways = [new Gateway(log, crowd), new Gateway(log, crowd)]
      const client = new Client()
      let messages = 0
      const connect = (
        at: number,
        room: number,
        losesAnswer: boolean,
        dontWait: boolean,
        isTold: boolean,
      ) => {
        if (isTold) gateways[1 - at]!.isReplaced()
        client.connect(gateways[at]!, room, losesAnswer, dontWait)
      }
      for (const step of steps) {
        if (step.kind === 'log') {
          const message_ids = Array.from({ length: step.pieces }, () => ++messages)
          // The entry is for another user.
          const audience = encodeAudience(toUsers(step.pieces === 0 ? [] : [ME]))
          const event = { type: 'delete_message', message_ids, message_type: 'private' }
          log.push({ seq: (log.length + 1) as Seq, payload: JSON.stringify(event), audience })
        } else if (step.kind === 'takes') gateways[step.gateway]!.takes(step.count)
        else if (step.kind === 'presence') gateways[step.gateway]!.hearsOfPresence()
        else if (step.kind === 'connect')
          connect(step.gateway, step.room, step.losesAnswer, step.dontWait, step.isTold)
        else if (step.kind === 'drains') client.drains()
        else vi.advanceTimersByTime(HEARTBEAT_MS)
        await new Promise((resolve) => setImmediate(resolve))
      }
      for (const each of gateways) each.takes(log.length)
      let at = 0
      const polls = 2 * Math.ceil(messages / 500) + 2
      for (let n = 0; n < polls && client.deleted.length < messages; n++) {
        connect(at, 1, false, true, true)
        await new Promise((resolve) => setImmediate(resolve))
        at = 1 - at
      }
      expect(client.deleted).toEqual(Array.from({ length: messages }, (_, n) => n + 1))
      // Otherwise the heartbeats of all former runs come with each minute.
      vi.clearAllTimers()
    }),
    { numRuns: 300 * DEPTH },
  )
})

test('an ephemeral event never gets the id of an event of an entry that the client still lacks', async () => {
  const message_ids = Array.from({ length: 501 }, (_, n) => n + 1)
  const event = { type: 'delete_message', message_ids, message_type: 'private' }
  const log = [{ seq: 1 as Seq, payload: JSON.stringify(event), audience: encodeAudience(toUsers([ME])) }]
  const [ahead, behind] = [new Gateway(log), new Gateway(log)]
  ahead.takes(1)
  const client = new Client()
  client.connect(ahead, 1, false, false)
  expect(client.deleted).toHaveLength(500)
  client.connect(behind, 100, false, false)
  behind.hearsOfPresence()
  vi.advanceTimersByTime(HEARTBEAT_MS)
  await new Promise((resolve) => setImmediate(resolve))
  behind.takes(1)
  await new Promise((resolve) => setImmediate(resolve))
  expect(client.deleted).toEqual(message_ids)
})

test('a client of a crowd gets the events of later entries with those that wait for their turn, and no heartbeat before them', async () => {
  const entry = (seq: number): LogEntry => ({
    seq: seq as Seq,
    payload: JSON.stringify({ type: 'delete_message', message_ids: [seq], message_type: 'private' }),
    audience: encodeAudience(toUsers([ME])),
  })
  const gateway = new Gateway([entry(1), entry(2)], 3)
  const client = new Client()
  client.connect(gateway, 100, false, false)
  gateway.takes(1)
  await Promise.resolve()
  expect(client.deleted).toEqual([])
  vi.advanceTimersByTime(HEARTBEAT_MS)
  gateway.takes(1)
  for (let turn = 0; turn < 10; turn++) await new Promise((resolve) => setImmediate(resolve))
  expect(client.deleted).toEqual([1, 2])
})

test.each(['before', 'after'])(
  'a client gets entries that arrive at once %s an event that is not in the log',
  async (order) => {
    const entry = (seq: number): LogEntry => ({
      seq: seq as Seq,
      payload: JSON.stringify({ type: 'delete_message', message_ids: [seq], message_type: 'private' }),
      audience: encodeAudience(toUsers([ME])),
    })
    const gateway = new Gateway([entry(1), entry(2)])
    const client = new Client()
    client.connect(gateway, 100, false, false)
    if (order === 'after') gateway.hearsOfPresence()
    gateway.takes(2)
    if (order === 'before') gateway.hearsOfPresence()
    for (let turn = 0; turn < 3; turn++) await new Promise((resolve) => setImmediate(resolve))
    expect(client.deleted).toEqual([1, 2])
  },
)
