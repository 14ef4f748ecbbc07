import { LRUCache } from 'lru-cache'
import type { Columns } from '../../platform/db/statements/row.ts'
import { type Sql, statement } from '../../platform/db/statements/statement.ts'
import type { MessageId } from '../../platform/ids.ts'
import type { Core } from '../../state/core.ts'
import type { Message } from '../messages/entities.ts'
import { ownFields } from '../messages/wire.ts'
import type { FlaggedMessage } from '../reads/reader-state.ts'
import type { TimedChanges } from './present.ts'
import { unixSecondsOf } from './row.ts'

/**
 * A message as a statement saw it. `version` is the `xmin` of its row: every change gives the row another
 * one.
 */
export type MessageVersion = Columns<typeof Message, 'id' | 'conversationId'> & { readonly version: string }

/** A message in one of its two forms, without the fields that depend on its reader. */
export interface CachedMessage extends FlaggedMessage {
  readonly version: string
  readonly generation: number
  /** The members of `ownFields` as JSON text, without braces. */
  readonly members: string
  /** Undefined for a message that nobody has changed. */
  readonly changes: OwnChanges | undefined
}

/** The changes of a message without renames of its conversation. */
export type OwnChanges = Omit<TimedChanges, 'id' | 'renames'>

/** Whether a client gets the content as HTML or as Markdown. */
export type Form = 'html' | 'markdown'

/** A message as `textColumns` selects it. */
export type MessageTextRow = FlaggedMessage &
  OwnChanges &
  Columns<typeof Message, 'client'> & {
    readonly version: string
    readonly content: string
    /** Unix seconds. */
    readonly sentAt: number
  }

/** Messages as `textColumns` selects them: a list of values for each field. Null for no message. */
export type TextColumns = {
  readonly [Field in keyof MessageTextRow]: readonly MessageTextRow[Field][] | null
}

/** The SQL of the fields of a `MessageTextRow` of `message`. */
const FIELDS: Readonly<Record<keyof MessageTextRow, string>> = {
  id: 'id',
  version: 'xmin::text',
  conversationId: 'conversation_id',
  channelId: 'channel_id',
  senderId: 'sender_id',
  client: 'client',
  content: 'content',
  sentAt: unixSecondsOf('sent_at'),
  bits: 'bits',
  arrivalId: 'arrival_id',
  editHistory: 'edit_history',
  arrivedAt: 'arrived_at',
  lastEditAt: unixSecondsOf('last_edit_at'),
  lastMovedAt: unixSecondsOf('last_moved_at'),
}

/**
 * Returns SQL: the `TextColumns` of rows of `message`, as one value. Beside a JSON object for each row,
 * Postgres needs a third of the time, and this process half.
 */
export function textColumns(form: Form): string {
  const fields = { ...FIELDS, ...(form === 'html' && { content: 'rendered_content' }) }
  return `json_build_object(${Object.entries(fields)
    .map(([field, sql]) => `'${field}', json_agg(${sql})`)
    .join(', ')})`
}

/** Returns the messages of `textColumns`. */
export function textRows(columns: TextColumns): MessageTextRow[] {
  return (columns.id ?? []).map((id, n) => ({
    id,
    version: columns.version![n]!,
    conversationId: columns.conversationId![n]!,
    channelId: columns.channelId![n]!,
    senderId: columns.senderId![n]!,
    client: columns.client![n]!,
    content: columns.content![n]!,
    sentAt: columns.sentAt![n]!,
    bits: columns.bits![n]!,
    arrivalId: columns.arrivalId![n]!,
    editHistory: columns.editHistory![n]!,
    arrivedAt: columns.arrivedAt![n]!,
    lastEditAt: columns.lastEditAt![n]!,
    lastMovedAt: columns.lastMovedAt![n]!,
  }))
}

const load = (form: Form) =>
  statement(
    `message.load-${form}`,
    `SELECT ${textColumns(form)} AS texts FROM message WHERE id = ANY ($1::int8[])`, // message_pkey
  )
const LOAD = { html: load('html'), markdown: load('markdown') } as const

const DEFAULT_MB = 64
/** Bytes that an entry needs besides its texts. */
const ENTRY_BYTES = 400

/**
 * Messages in the memory of a process, so that Postgres sends a text once for all readers. Every statement
 * about messages names the row's version, and entries are found by it: an entry is used only while its row is
 * unchanged, and nobody has to remove it. Holds at most MESSAGE_CACHE_MB; the entries that were not used for
 * the longest time leave first. Without it, GET /messages of 100 costs all processes twice as much.
 */
export class MessageCache {
  readonly #entries: LRUCache<number, CachedMessage>
  #hits = 0
  #misses = 0

  constructor(maxBytes: number) {
    // For the library, 0 means no limit. No entry fits into one byte.
    this.#entries = new LRUCache({ maxSize: Math.max(1, maxBytes), sizeCalculation: bytesOf })
  }

  /** The number of messages found here and the number that Postgres had to send, and the size in bytes. */
  figures(): { hits: number; misses: number; bytes: number } {
    return { hits: this.#hits, misses: this.#misses, bytes: this.#entries.calculatedSize ?? 0 }
  }

  /**
   * Returns the messages in their order. `generation` is the generation of the organization's state: versions
   * of different generations cannot be compared, because Postgres may have lost transactions between them.
   * Returns undefined if a message has changed since its version was read. One query when some are not in
   * memory; none when the same statement returned `rows`.
   */
  async get(
    sql: Sql,
    versions: readonly MessageVersion[],
    form: Form,
    generation: number,
    rows?: readonly MessageTextRow[],
  ): Promise<readonly CachedMessage[] | undefined> {
    const known = versions.map((message) => this.#find(message, form, generation))
    const missing = versions.filter((_, index) => known[index] === undefined).map(({ id }) => id)
    this.#hits += versions.length - missing.length
    this.#misses += missing.length
    if (missing.length === 0) return known as CachedMessage[]
    const sent = rows ?? (await this.#load(sql, missing, form))
    const loaded = new Map(sent.map((row) => [row.id, row]))
    const messages: CachedMessage[] = []
    for (const [index, { id, version }] of versions.entries()) {
      const message = known[index] ?? this.#add(loaded.get(id), form, generation)
      if (message?.version !== version) return undefined
      messages.push(message)
    }
    return messages
  }

  async #load(sql: Sql, ids: readonly MessageId[], form: Form): Promise<readonly MessageTextRow[]> {
    const [row] = await sql.run<{ readonly texts: TextColumns }>(LOAD[form], [ids])
    return textRows(row!.texts)
  }

  #find({ id, version }: MessageVersion, form: Form, generation: number): CachedMessage | undefined {
    const entry = this.#entries.get(keyOf(id, form))
    return entry?.version === version && entry.generation === generation ? entry : undefined
  }

  #add(row: MessageTextRow | undefined, form: Form, generation: number): CachedMessage | undefined {
    if (row === undefined) return undefined
    const message = toCached(row, form, generation)
    this.#entries.set(keyOf(row.id, form), message)
    return message
  }
}

/** A number, because a text would be made and hashed for each message of each answer. */
const keyOf = (id: MessageId, form: Form): number => id * 2 + (form === 'html' ? 1 : 0)

const caches = new WeakMap<Core, MessageCache>()

/** The cache of this process. */
export function messageCache(core: Core): MessageCache {
  let cache = caches.get(core)
  if (cache === undefined) {
    cache = new MessageCache((core.options.messageCacheMb ?? DEFAULT_MB) * 1024 * 1024)
    caches.set(core, cache)
  }
  return cache
}

function toCached(row: MessageTextRow, form: Form, generation: number): CachedMessage {
  const { id, version, conversationId, channelId, senderId, bits, arrivalId } = row
  const { editHistory, arrivedAt, lastEditAt, lastMovedAt } = row
  const isChanged = [editHistory, arrivedAt, lastEditAt, lastMovedAt].some((change) => change !== null)
  const fields = ownFields(row, row.content, form === 'html' ? 'text/html' : 'text/x-markdown')
  return {
    id,
    version,
    generation,
    conversationId,
    channelId,
    senderId,
    bits,
    arrivalId,
    members: JSON.stringify(fields).slice(1, -1),
    changes: isChanged ? { editHistory, arrivedAt, lastEditAt, lastMovedAt } : undefined,
  }
}

/** An upper bound: a character takes one byte or two. */
function bytesOf({ members, changes }: CachedMessage): number {
  const history = changes?.editHistory ?? null
  return ENTRY_BYTES + 2 * members.length + (history === null ? 0 : 3 * JSON.stringify(history).length)
}
