import type { Body } from '../harness/client.ts'
import { isEphemeral, summarizeEvent } from './event-summary.ts'
import type { Loss } from './faults.ts'
import type { Fleet } from './fleet.ts'
import { IDS_PER_POSITION, type Listener, type Session } from './listener.ts'
import type { Action } from './writer.ts'

interface Entry {
  readonly seq: number
  readonly event: Body
  readonly audience: string
}

interface ReceivedEvent {
  readonly id: number
  readonly summary: string
}

/** Subscribers by channel. */
type Subscriptions = Map<number, Set<number>>

/** Redis may lose a queue that is younger than this in a crash, because it syncs to disk once a second. */
const UNSYNCED_MS = 3_000
const GUEST = 600

/**
 * The log in Postgres. It computes each client's expected events, entry by entry, in a simple way that shares
 * no code with the product.
 */
export class ReferenceModel {
  readonly #entries: readonly Entry[]
  readonly #beginning: Beginning

  private constructor(entries: readonly Entry[], beginning: Beginning) {
    this.#entries = entries
    this.#beginning = beginning
  }

  static async read(fleet: Fleet, beginning: Beginning): Promise<ReferenceModel> {
    const rows = await fleet.sql<{ seq: string; payload: string; audience: string }>(
      'SELECT seq, payload, audience FROM event_log WHERE realm_id = $1 ORDER BY seq',
      [fleet.realm],
    )
    return new ReferenceModel(
      rows.map((row) => ({ seq: Number(row.seq), event: JSON.parse(row.payload), audience: row.audience })),
      beginning,
    )
  }

  get head(): number {
    return this.#entries.at(-1)?.seq ?? 0
  }

  /** Returns the differences between a client's received and expected events of one session. */
  checkSession(listener: Listener, session: Session): string[] {
    const { expected, subscribedAtFirst } = this.#expected(listener, session)
    const found: string[] = []
    const who = `${listener.name} (${listener.person.name}), queue from ${session.first} to ${session.cursor}`
    for (let n = 0; n < Math.max(expected.length, session.received.length); n++) {
      const should = expected[n]
      const was = session.received[n]
      if (should?.id === was?.id && should?.summary === was?.summary) continue
      found.push(`${who}: event ${n} should be ${show(should)}, was ${show(was)}`)
      break
    }
    if (session.subscribed !== undefined && sorted(session.subscribed) !== sorted(subscribedAtFirst)) {
      found.push(
        `${who}: its state had subscriptions ${sorted(session.subscribed)}, not ${sorted(subscribedAtFirst)}`,
      )
    }
    return found
  }

  #expected(
    { person, registration }: Listener,
    session: Session,
  ): { expected: ReceivedEvent[]; subscribedAtFirst: number[] } {
    const subscribed = copy(this.#beginning.subscriptions)
    const guests = new Set(this.#beginning.guests)
    const privateChannels = new Set(this.#beginning.privateChannels)
    const ownChannels = () =>
      [...subscribed].filter(([, users]) => users.has(person.id)).map(([channel]) => channel)
    const expected: ReceivedEvent[] = []
    let subscribedAtFirst: number[] | undefined
    for (const { seq, event, audience } of this.#entries) {
      const last = seq * IDS_PER_POSITION
      if (last > session.first) subscribedAtFirst ??= ownChannels()
      if (audience === '_') {
        if (event.type === '_membership') applyChange(subscribed, event)
        if (event.type === '_user') setMembership(guests, event.user.id, event.user.role === GUEST)
        if (event.type === '_channel')
          setMembership(privateChannels, event.channel.id, event.channel.isPrivate)
        continue
      }
      if (last <= session.first || isEphemeral(event)) continue
      const { event_types, narrow = [] } = registration
      if (event_types !== undefined && !event_types.includes(event.type)) continue
      if (event.type === 'message' && !narrow.every(([, name]) => event.message.display_recipient === name))
        continue
      const [head = '', except = ''] = audience.split('-')
      const isGuest = guests.has(person.id)
      const channel = Number(head.slice(1))
      const isAddressed =
        head[0] === 'u'
          ? head.slice(1).split(',').map(Number).includes(person.id)
          : !except.split(',').map(Number).includes(person.id) &&
            (head[0] === 'r' ||
              (head[0] === 'm' && !isGuest) ||
              (head[0] === 'c' &&
                (subscribed.get(channel)?.has(person.id) ||
                  (registration.all_public_streams && !isGuest && !privateChannels.has(channel)))))
      if (!isAddressed) continue
      if (event.type === 'delete_message' && !registration.client_capabilities.bulk_message_deletion) {
        const ids: number[] = event.message_ids
        for (const [index, message_id] of ids.entries()) {
          const id = last - (ids.length - 1 - index)
          expected.push({ id, summary: summarizeEvent({ type: event.type, message_id }) })
        }
      } else expected.push({ id: last, summary: summarizeEvent(event) })
    }
    // A client may have stopped between the events of one entry.
    while (expected.length > 0 && expected.at(-1)!.id > session.cursor) expected.pop()
    return { expected, subscribedAtFirst: subscribedAtFirst ?? ownChannels() }
  }

  /**
   * Checks that every acknowledged action happened once, that none happened twice, and that the log matches
   * the tables.
   */
  async checkActions(fleet: Fleet, actions: readonly Action[]): Promise<string[]> {
    const found: string[] = []
    const sent = new Map<string, number[]>()
    const messages = new Map<number, { content: string; topic: string; channel: number | null }>()
    const edits = new Map<string, Set<string>>()
    const subscribed = copy(this.#beginning.subscriptions)
    this.#entries.forEach(({ seq, event }, index) => {
      if (index > 0 && seq !== this.#entries[index - 1]!.seq + 1)
        found.push(`the log has a gap before ${seq}`)
      if (event.type === '_membership') applyChange(subscribed, event)
      if (event.type === 'message') {
        const { id, content, subject, stream_id = null } = event.message
        sent.set(content, [...(sent.get(content) ?? []), id])
        messages.set(id, { content, topic: subject, channel: stream_id })
      }
      if (event.type === 'update_message') {
        if (event.content !== undefined) {
          const times = edits.get(event.content) ?? new Set()
          edits.set(event.content, times.add(`${event.message_id} at ${event.edit_timestamp}`))
        }
        for (const id of event.message_ids) {
          const message = messages.get(id)
          if (message === undefined) continue
          if (event.content !== undefined && id === event.message_id) message.content = event.content
          if (event.subject !== undefined) message.topic = event.subject
          if (event.new_stream_id !== undefined) message.channel = event.new_stream_id
        }
      }
    })
    const stored = new Map(
      (
        await fleet.sql<{ id: string; content: string; topic: string | null; channel_id: number | null }>(
          'SELECT m.id, m.content, c.topic, m.channel_id FROM message m JOIN conversation c ON c.id = m.conversation_id',
        )
      ).map((row) => [Number(row.id), row]),
    )
    for (const action of actions) {
      if (action.kind === 'send') {
        const ids = sent.get(action.word!) ?? []
        if (ids.length > 1) found.push(`${action.word} was stored ${ids.length} times`)
        if (action.outcome === 'done' && ids[0] !== action.message)
          found.push(`${action.word} was acknowledged as ${action.message}: ${ids}`)
        if (action.isRepeated && action.outcome === 'unknown') found.push(`${action.word} was never answered`)
        // A message may have been stored without an answer, and refused when the writer sent it again.
        if (action.outcome === 'refused' && ids.length > 0 && !action.isRepeated)
          found.push(`${action.word} was refused and stored`)
      } else if (action.kind === 'edit') {
        const times = edits.get(action.word!)?.size ?? 0
        if (times > 1 || (action.outcome === 'done' && times === 0))
          found.push(`the edit ${action.word}, ${action.outcome}, happened ${times} times`)
        if (action.outcome === 'refused' && times > 0)
          found.push(`the edit ${action.word} was refused and happened`)
      } else if (action.kind === 'delete' && action.outcome === 'done' && stored.has(action.message!)) {
        found.push(`${action.message} was deleted but exists`)
      }
    }
    const deleted = new Set(
      actions.filter((action) => action.kind === 'delete').map((action) => action.message),
    )
    for (const [id, message] of messages) {
      const row = stored.get(id)
      if (row === undefined) {
        if (!deleted.has(id)) found.push(`message ${id} is lost`)
        continue
      }
      const is = `${row.channel_id ?? ''}/${row.topic ?? ''}/${row.content}`
      const should = `${message.channel ?? ''}/${message.topic}/${message.content}`
      if (is !== should) found.push(`message ${id} is ${is}, the log says ${should}`)
    }
    for (const id of stored.keys()) if (!messages.has(id)) found.push(`message ${id} has no event`)
    const now = await readSubscriptions(fleet)
    for (const channel of new Set([...now.keys(), ...subscribed.keys()])) {
      const is = sorted([...(now.get(channel) ?? [])])
      const should = sorted([...(subscribed.get(channel) ?? [])])
      if (is !== should) found.push(`channel ${channel} has subscribers ${is}, the log says ${should}`)
    }
    return found
  }
}

/** Checks that each lost queue is explained by a loss of Redis. */
export function checkEnds(listener: Listener, losses: readonly Loss[]): string[] {
  return listener.sessions.flatMap(({ since, lostAt, first }) => {
    if (lostAt === undefined) return []
    const isExplained = losses.some(
      ({ at, until = at, isEmpty }) =>
        until > since - 1_000 && at < lostAt && (isEmpty || at < since + UNSYNCED_MS),
    )
    return isExplained
      ? []
      : [`${listener.name}: its queue from ${first} was lost although Redis had not lost it`]
  })
}

/** The state before the first event that a client can receive. */
export interface Beginning {
  readonly subscriptions: Subscriptions
  readonly guests: ReadonlySet<number>
  readonly privateChannels: ReadonlySet<number>
}

export async function readBeginning(fleet: Fleet): Promise<Beginning> {
  const guests = await fleet.sql<{ id: number }>('SELECT id FROM user_account WHERE role = $1', [GUEST])
  const privateChannels = await fleet.sql<{ id: number }>('SELECT id FROM channel WHERE is_private')
  return {
    subscriptions: await readSubscriptions(fleet),
    guests: new Set(guests.map((row) => row.id)),
    privateChannels: new Set(privateChannels.map((row) => row.id)),
  }
}

async function readSubscriptions(fleet: Fleet): Promise<Subscriptions> {
  const rows = await fleet.sql<{ channel_id: number; user_id: number }>(
    'SELECT channel_id, user_id FROM subscription WHERE is_active',
  )
  const subscriptions: Subscriptions = new Map()
  for (const { channel_id, user_id } of rows) {
    subscriptions.set(channel_id, (subscriptions.get(channel_id) ?? new Set()).add(user_id))
  }
  return subscriptions
}

interface MembershipChange {
  readonly joined: readonly { channel: number; users: readonly number[] }[]
  readonly left: readonly { channel: number; users: readonly number[] }[]
}

function applyChange(subscriptions: Subscriptions, { joined, left }: MembershipChange): void {
  for (const { channel, users } of left) for (const user of users) subscriptions.get(channel)?.delete(user)
  for (const { channel, users } of joined) {
    subscriptions.set(channel, new Set([...(subscriptions.get(channel) ?? []), ...users]))
  }
}

const copy = (subscriptions: Subscriptions): Subscriptions =>
  new Map([...subscriptions].map(([channel, users]) => [channel, new Set(users)]))

function setMembership(set: Set<number>, id: number, isIn: boolean): void {
  if (isIn) set.add(id)
  else set.delete(id)
}

const sorted = (ids: readonly number[]): string => [...ids].sort((a, b) => a - b).join()
const show = (event: ReceivedEvent | undefined): string =>
  event === undefined ? 'none' : `${event.id} (${event.summary})`
