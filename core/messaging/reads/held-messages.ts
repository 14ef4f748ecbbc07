import { type Sql, statement } from '../../platform/db/statements/statement.ts'
import type { MessageId, Seq } from '../../platform/ids.ts'
import { withoutCounting } from '../../platform/log/round-trips.ts'
import type { Core } from '../../state/core.ts'
import type { PlacedMessage } from '../../state/realm/message-entries.ts'
import {
  HeldMessages,
  type HeldReach,
  type MessagesByConversation,
} from '../../state/realm/messages-by-conversation.ts'
import type { RealmState } from '../../state/realm/state.ts'

/** Most messages that a process holds of all organizations, 50 to 250 bytes each. */
const MAX_HELD_BY_PROCESS = 500_000
/**
 * Least time between the beginnings of two loads in a process, and between two counts of held messages
 * without a load.
 */
const PAUSE_MS = 1_000

/**
 * The position of the log, and the newest messages as one list for each column, the newest first
 * (message_realm).
 */
const LOAD = statement(
  'reads.held-load',
  `SELECT (SELECT seq FROM event_head WHERE realm_id = $1) AS position, json_agg(id) AS ids, json_agg(conversation_id) AS conversations, json_agg(sender_id) AS senders, json_agg(bits) AS bits
   FROM (
     SELECT id, conversation_id, sender_id, bits FROM message
     WHERE (realm_id, id) >= ($1::int, 0) AND (realm_id, id) < ($1::int + 1, 0)
     ORDER BY realm_id DESC, id DESC LIMIT $2
   ) m`,
)
interface Loaded {
  readonly position: Seq
  readonly ids: PlacedMessage['id'][] | null
  readonly conversations: PlacedMessage['conversationId'][]
  readonly senders: PlacedMessage['senderId'][]
  readonly bits: PlacedMessage['bits'][]
}
const CHANGED = statement(
  'reads.held-changed',
  // message_pkey
  `SELECT id, conversation_id AS "conversationId", sender_id AS "senderId", bits FROM message WHERE id = ANY ($1::int8[])`,
)

/** The messages that memory holds, for a statement that reads the others in the same turn. */
export interface HeldInTurn {
  /** The statement need not read messages with this id or a higher one. */
  readonly from: MessageId
  /** Resolves with the round trip of the statement. */
  readonly rows: Promise<readonly PlacedMessage[]>
  /**
   * Returns the messages as they are at the position of the statement's snapshot. Undefined when memory
   * cannot tell, because messages were changed meanwhile.
   */
  at(position: Seq, rows: readonly PlacedMessage[]): Promise<HeldMessages | undefined>
}

/** Returns undefined when memory holds no messages of the organization. */
export function heldInTurn(sql: Sql, realm: RealmState): HeldInTurn | undefined {
  const { held } = realm.messagesByConversation
  if (held === undefined) return undefined
  const { position: askedAt } = realm
  const { from, changed } = held
  return {
    from,
    rows: changed.length === 0 ? Promise.resolve([]) : sql.run<PlacedMessage>(CHANGED, [changed]),
    async at(position, rows) {
      if (realm.position < position) await realm.catchUp()
      const isSame = realm.messagesByConversation.held === held
      if (!isSame || position < askedAt || realm.position < position) return undefined
      held.replace(position, changed, rows)
      return held.isCurrentAt(position, from) ? held : undefined
    },
  }
}

/**
 * Keeps the messages of organizations in memory within a limit. Forgets the least recently used organizations
 * first. Without it, POST /register with 20,000 unread messages costs all processes 2.2 times as much, most
 * of it in Postgres.
 */
export class MessageHolder {
  readonly #core: Core
  readonly #holding = new Set<MessagesByConversation>()
  #mayLoadAt = 0
  #countedAt = 0
  #isLoading = false
  #hits = 0
  #misses = 0

  constructor(core: Core) {
    this.#core = core
  }

  /**
   * The number of held messages, and of uses by whether the messages could be used (hit) or Postgres was
   * asked for all (miss).
   */
  figures(): { messages: number; hits: number; misses: number } {
    let messages = 0
    for (const { held } of this.#holding) messages += held?.count ?? 0
    return { messages, hits: this.#hits, misses: this.#misses }
  }

  noteHit({ messagesByConversation }: RealmState): void {
    this.#hits++
    this.#holding.delete(messagesByConversation)
    this.#holding.add(messagesByConversation)
    // The log has added messages since they were loaded.
    if (Date.now() >= this.#countedAt + PAUSE_MS) this.#forgetLeastUsed()
  }

  noteMiss(): void {
    this.#misses++
  }

  /**
   * Loads the newest messages of an organization, unless it has them, a load runs, or one has begun within
   * the last second. A failure changes nothing: the others are read from Postgres then.
   */
  async load(realm: RealmState, reach: HeldReach): Promise<void> {
    const { messagesByConversation } = realm
    if (messagesByConversation.held?.reaches(reach) === true) return
    if (this.#isLoading || Date.now() < this.#mayLoadAt) return
    this.#isLoading = true
    this.#mayLoadAt = Date.now() + PAUSE_MS
    const load = () => messagesByConversation.load(() => loadMessages(this.#core, realm, reach))
    await withoutCounting(load).catch(() => undefined)
    this.#isLoading = false
    this.#holding.add(messagesByConversation)
    this.#forgetLeastUsed()
  }

  #forgetLeastUsed(): void {
    this.#countedAt = Date.now()
    let count = 0
    for (const messages of [...this.#holding].reverse()) {
      count += messages.held?.count ?? 0
      if (count > MAX_HELD_BY_PROCESS) messages.forget()
      if (messages.held === undefined) this.#holding.delete(messages)
    }
  }
}

const holders = new WeakMap<Core, MessageHolder>()

/** The messages that this process holds. */
export function messageHolder(core: Core): MessageHolder {
  let holder = holders.get(core)
  if (holder === undefined) {
    holder = new MessageHolder(core)
    holders.set(core, holder)
  }
  return holder
}

/** Loads the newest messages. One query. */
export async function loadMessages(
  { db }: Core,
  { id }: RealmState,
  { loaded: number, most }: HeldReach,
): Promise<HeldMessages> {
  const [loaded] = await db.run<Loaded>(LOAD, [id, number])
  const { position, ids } = loaded!
  const from = ids === null || ids.length < number ? (0 as MessageId) : ids.at(-1)!
  return HeldMessages.of(position, from, oldestFirst(loaded!), most)
}

function* oldestFirst({ ids, conversations, senders, bits }: Loaded): Generator<PlacedMessage> {
  for (let n = (ids ?? []).length - 1; n >= 0; n--) {
    yield { id: ids![n]!, conversationId: conversations[n]!, senderId: senders[n]!, bits: bits[n]! }
  }
}
