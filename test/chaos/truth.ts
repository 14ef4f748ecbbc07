import type { Body } from '../harness/client.ts'
import { essence, isEphemeral } from './essence.ts'
import type { Loss } from './faults.ts'
import { IDS_PER_POSITION, type Life, type Listener } from './listener.ts'
import type { Servers } from './servers.ts'
import type { Deed } from './writer.ts'

interface Entry {
  readonly seq: number
  readonly event: Body
  readonly audience: string
}

interface Told {
  readonly id: number
  readonly essence: string
}

/** Who is subscribed where, channel by channel. */
type Subscriptions = Map<number, Set<number>>

/** A queue of which Redis may have kept nothing: it was made in the last second before. In milliseconds. */
const UNSYNCED_MS = 3_000
const GUEST = 600

/**
 * What happened, as Postgres has it, and what each client should have been told of it: worked out entry by
 * entry from the log, as slowly and as simply as can be.
 */
export class Truth {
  readonly #entries: readonly Entry[]
  readonly #beginning: Beginning

  private constructor(entries: readonly Entry[], beginning: Beginning) {
    this.#entries = entries
    this.#beginning = beginning
  }

  static async read(servers: Servers, beginning: Beginning): Promise<Truth> {
    const rows = await servers.sql<{ seq: string; payload: string; audience: string }>(
      'SELECT seq, payload, audience FROM event_log WHERE realm_id = $1 ORDER BY seq',
      [servers.realm],
    )
    return new Truth(
      rows.map((row) => ({ seq: Number(row.seq), event: JSON.parse(row.payload), audience: row.audience })),
      beginning,
    )
  }

  get head(): number {
    return this.#entries.at(-1)?.seq ?? 0
  }

  /** Differences between what a client was told in one life and what it should have been told. */
  checkLife(listener: Listener, life: Life): string[] {
    const { expected, subscribedAtFirst } = this.#expected(listener, life)
    const found: string[] = []
    const who = `${listener.name} (${listener.person.name}), queue from ${life.first} to ${life.cursor}`
    for (let n = 0; n < Math.max(expected.length, life.told.length); n++) {
      const should = expected[n]
      const was = life.told[n]
      if (should?.id === was?.id && should?.essence === was?.essence) continue
      found.push(`${who}: event ${n} should be ${show(should)}, was ${show(was)}`)
      break
    }
    if (life.subscribed !== undefined && sorted(life.subscribed) !== sorted(subscribedAtFirst)) {
      found.push(
        `${who}: its state had subscriptions ${sorted(life.subscribed)}, not ${sorted(subscribedAtFirst)}`,
      )
    }
    return found
  }

  #expected({ person, wishes }: Listener, life: Life): { expected: Told[]; subscribedAtFirst: number[] } {
    const subscribed = copied(this.#beginning.subscriptions)
    const guests = new Set(this.#beginning.guests)
    const closed = new Set(this.#beginning.privateChannels)
    const mine = () => [...subscribed].filter(([, users]) => users.has(person.id)).map(([channel]) => channel)
    const expected: Told[] = []
    let subscribedAtFirst: number[] | undefined
    for (const { seq, event, audience } of this.#entries) {
      const last = seq * IDS_PER_POSITION
      if (last > life.first) subscribedAtFirst ??= mine()
      if (audience === '_') {
        if (event.type === '_membership') follow(subscribed, event)
        if (event.type === '_user') put(guests, event.user.id, event.user.role === GUEST)
        if (event.type === '_channel') put(closed, event.channel.id, event.channel.isPrivate)
        continue
      }
      if (last <= life.first || isEphemeral(event)) continue
      const { event_types, narrow = [] } = wishes
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
                  (wishes.all_public_streams && !isGuest && !closed.has(channel)))))
      if (!isAddressed) continue
      if (event.type === 'delete_message' && !wishes.client_capabilities.bulk_message_deletion) {
        const ids: number[] = event.message_ids
        for (const [index, message_id] of ids.entries()) {
          const id = last - (ids.length - 1 - index)
          expected.push({ id, essence: essence({ type: event.type, message_id }) })
        }
      } else expected.push({ id: last, essence: essence(event) })
    }
    // A client may have stopped in the middle of the events that one entry became.
    while (expected.length > 0 && expected.at(-1)!.id > life.cursor) expected.pop()
    return { expected, subscribedAtFirst: subscribedAtFirst ?? mine() }
  }

  /** Everything acknowledged happened once; nothing happened twice; and the log tells what the tables hold. */
  async checkDeeds(servers: Servers, deeds: readonly Deed[]): Promise<string[]> {
    const found: string[] = []
    const sent = new Map<string, number[]>()
    const messages = new Map<number, { content: string; topic: string; channel: number | null }>()
    const edits = new Map<string, Set<string>>()
    const subscribed = copied(this.#beginning.subscriptions)
    this.#entries.forEach(({ seq, event }, index) => {
      if (index > 0 && seq !== this.#entries[index - 1]!.seq + 1)
        found.push(`the log has a gap before ${seq}`)
      if (event.type === '_membership') follow(subscribed, event)
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
        await servers.sql<{ id: string; content: string; topic: string | null; channel_id: number | null }>(
          'SELECT m.id, m.content, c.topic, m.channel_id FROM message m JOIN conversation c ON c.id = m.conversation_id',
        )
      ).map((row) => [Number(row.id), row]),
    )
    for (const deed of deeds) {
      if (deed.kind === 'send') {
        const ids = sent.get(deed.word!) ?? []
        if (ids.length > 1) found.push(`${deed.word} was stored ${ids.length} times`)
        if (deed.outcome === 'done' && ids[0] !== deed.message)
          found.push(`${deed.word} was acknowledged as ${deed.message}: ${ids}`)
        if (deed.isRepeated && deed.outcome === 'unknown') found.push(`${deed.word} was never answered`)
        // What was stored and not answered may have been forbidden when it was said again.
        if (deed.outcome === 'refused' && ids.length > 0 && !deed.isRepeated)
          found.push(`${deed.word} was refused and stored`)
      } else if (deed.kind === 'edit') {
        const times = edits.get(deed.word!)?.size ?? 0
        if (times > 1 || (deed.outcome === 'done' && times === 0))
          found.push(`the edit ${deed.word}, ${deed.outcome}, happened ${times} times`)
        if (deed.outcome === 'refused' && times > 0)
          found.push(`the edit ${deed.word} was refused and happened`)
      } else if (deed.kind === 'delete' && deed.outcome === 'done' && stored.has(deed.message!)) {
        found.push(`${deed.message} was deleted and is there`)
      }
    }
    const deleted = new Set(deeds.filter((deed) => deed.kind === 'delete').map((deed) => deed.message))
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
    for (const id of stored.keys()) if (!messages.has(id)) found.push(`message ${id} is in no event`)
    const now = await readSubscriptions(servers)
    for (const channel of new Set([...now.keys(), ...subscribed.keys()])) {
      const is = sorted([...(now.get(channel) ?? [])])
      const should = sorted([...(subscribed.get(channel) ?? [])])
      if (is !== should) found.push(`channel ${channel} has subscribers ${is}, the log says ${should}`)
    }
    return found
  }
}

/** A queue is gone only when Redis lost it. */
export function checkEnds(listener: Listener, losses: readonly Loss[]): string[] {
  return listener.lives.flatMap(({ since, goneAt, first }) => {
    if (goneAt === undefined) return []
    const isExplained = losses.some(
      ({ at, isEmpty }) => at > since - 1_000 && at < goneAt && (isEmpty || at < since + UNSYNCED_MS),
    )
    return isExplained
      ? []
      : [`${listener.name}: its queue from ${first} was gone though nothing had lost it`]
  })
}

/** What is so before the first entry that anybody is told of. */
export interface Beginning {
  readonly subscriptions: Subscriptions
  readonly guests: ReadonlySet<number>
  readonly privateChannels: ReadonlySet<number>
}

export async function readBeginning(servers: Servers): Promise<Beginning> {
  const guests = await servers.sql<{ id: number }>('SELECT id FROM user_account WHERE role = $1', [GUEST])
  const closed = await servers.sql<{ id: number }>('SELECT id FROM channel WHERE is_private')
  return {
    subscriptions: await readSubscriptions(servers),
    guests: new Set(guests.map((row) => row.id)),
    privateChannels: new Set(closed.map((row) => row.id)),
  }
}

async function readSubscriptions(servers: Servers): Promise<Subscriptions> {
  const rows = await servers.sql<{ channel_id: number; user_id: number }>(
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

function follow(subscriptions: Subscriptions, { joined, left }: MembershipChange): void {
  for (const { channel, users } of left) for (const user of users) subscriptions.get(channel)?.delete(user)
  for (const { channel, users } of joined) {
    subscriptions.set(channel, new Set([...(subscriptions.get(channel) ?? []), ...users]))
  }
}

const copied = (subscriptions: Subscriptions): Subscriptions =>
  new Map([...subscriptions].map(([channel, users]) => [channel, new Set(users)]))

function put(set: Set<number>, id: number, isIn: boolean): void {
  if (isIn) set.add(id)
  else set.delete(id)
}

const sorted = (ids: readonly number[]): string => [...ids].sort((a, b) => a - b).join()
const show = (told: Told | undefined): string =>
  told === undefined ? 'none' : `${told.id} (${told.essence})`
