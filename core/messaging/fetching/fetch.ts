import type { ReadSource } from '../../platform/db/read-source.ts'
import { Parameters } from '../../platform/db/statements/sql-builder.ts'
import type { Sql } from '../../platform/db/statements/statement.ts'
import type { MessageId } from '../../platform/ids.ts'
import { senderMask } from '../../state/access/inaccessible-users.ts'
import type { Core } from '../../state/core.ts'
import { type CurrentSql, readCurrent } from '../../state/realm/read-current.ts'
import { readAnywhere } from '../../state/realm/read-replica.ts'
import type { RealmState } from '../../state/realm/state.ts'
import { type Reader, readerId } from '../../state/users/reader.ts'
import { canReadMessage } from '../messages/read-permission.ts'
import { matchCondition } from '../narrow/conditions.ts'
import { NEWEST, type RangeRequest, rangeEnds, rangeFor } from '../narrow/range.ts'
import { resolveNarrow } from '../narrow/resolve.ts'
import { isSlow, runNarrowed } from '../narrow/run-narrowed.ts'
import type { NarrowTerm, ResolvedTerm } from '../narrow/terms.ts'
import { type FoundMessages, type FoundRow, foundMessages, readFound, wasReceived } from './found-messages.ts'
import { type CachedMessage, type Form, messageCache } from './message-cache.ts'
import { MessageTexts } from './message-texts.ts'
import type { Presentation } from './present.ts'
import { hasSearchTerms, matchesOf } from './search-highlights.ts'

export interface FetchRequest extends RangeRequest, Presentation {}

/** Messages by their ids that match a narrow. */
export interface IdsRequest extends Presentation {
  readonly ids: readonly MessageId[]
  readonly narrow: readonly NarrowTerm[]
}

export interface Fetched {
  /** The id of the message at the center of the range; `NEWEST` for the end. */
  readonly anchor: number
  readonly foundAnchor: boolean
  readonly foundOldest: boolean
  readonly foundNewest: boolean
  /**
   * Messages as JSON text, with their search highlights when the narrow has search terms. Ascending by id.
   */
  readonly messages: readonly string[]
}

/** A query for the ids of messages. */
interface Query {
  readonly anchor: number
  /** SQL. */
  readonly picked: string
  readonly parameters: Parameters
  readonly terms: readonly ResolvedTerm[]
  /** Whether the SQL leaves the access rule to `canRead`. */
  readonly isUnchecked?: true
}

/**
 * Returns the messages around an anchor that match a narrow and that the reader may read, each with the
 * reader's flags. One query, and one more for messages that are not in this process's memory; one more for
 * the anchor `first_unread` or the operator `with`, at most two more for `search`. Throws BAD_NARROW.
 */
export async function fetchMessages(
  core: Core,
  realm: RealmState,
  reader: Reader,
  request: FetchRequest,
): Promise<Fetched> {
  const read = mayUseReplica(request) ? readAnywhere : readPrimary
  const { anchor, ids, texts } = await fetch(core, realm, reader, request, read, (current, source) =>
    rangeFor(source, realm, current, request),
  )
  return { anchor, ...rangeEnds(anchor, request, ids), messages: texts }
}

/**
 * Returns messages by id, in ascending order, as JSON text. Leaves out messages that the reader cannot read
 * and messages outside the narrow. One query, and one more for messages that are not in this process's
 * memory. Throws BAD_NARROW.
 */
export async function fetchMessagesById(
  core: Core,
  realm: RealmState,
  reader: Reader,
  request: IdsRequest,
): Promise<readonly string[]> {
  const { texts } = await fetch(core, realm, reader, request, readPrimary, async (current, source) => {
    const terms = await resolveNarrow(source, realm, current, request.narrow)
    const parameters = new Parameters()
    // message_pkey
    const picked = `SELECT m.id FROM message m WHERE m.id = ANY (${parameters.add(request.ids)}::int8[])
      AND m.realm_id = ${parameters.add(realm.id)} AND ${matchCondition(realm, current, terms, parameters)}`
    return { anchor: 0, picked, parameters, terms, isUnchecked: true }
  })
  return texts
}

/**
 * Whether a page may come from a replica: a search, and a page of history that begins at a known message or
 * the oldest one. The newest end comes from the primary, because it changes with every message.
 */
const mayUseReplica = ({ anchor, narrow }: RangeRequest): boolean =>
  anchor === 'oldest' || (typeof anchor === 'number' && anchor < NEWEST) || isSlow(narrow)

/** Chooses the server of a read: `readAnywhere` or `readPrimary`. */
type ReadFrom = typeof readAnywhere

const readPrimary: ReadFrom = ({ db }, realm, reader, read) =>
  readCurrent(db, realm, reader, (sql, current) => read(sql, current, db))

interface Page {
  readonly anchor: number
  readonly ids: readonly MessageId[]
  readonly texts: readonly string[]
}

/**
 * Runs a query and writes its messages. When a message changes between the statement that finds it and the
 * statement that reads its text, runs one statement for both.
 */
async function fetch(
  core: Core,
  realm: RealmState,
  reader: Reader,
  presentation: Presentation,
  readFrom: ReadFrom,
  queryFor: (reader: Reader, source: ReadSource) => Promise<Query>,
): Promise<Page> {
  const read = (isWhole: boolean) =>
    readFrom(core, realm, reader, (sql, current, source) =>
      readPage(sql, source, core, realm, current, presentation, queryFor, isWhole),
    )
  const page = (await read(false)) ?? (await read(true))
  if (page === undefined) throw new Error('a statement returned two versions of a message')
  return page
}

/**
 * Undefined when a message has changed meanwhile, which cannot be when one statement reads the page as a
 * whole.
 */
async function readPage(
  sql: CurrentSql,
  source: ReadSource,
  core: Core,
  realm: RealmState,
  reader: Reader,
  presentation: Presentation,
  queryFor: (reader: Reader, source: ReadSource) => Promise<Query>,
  isWhole: boolean,
): Promise<Page | undefined> {
  const { anchor, picked, parameters, terms, isUnchecked } = await queryFor(reader, source)
  const form = presentation.applyMarkdown ? 'html' : 'markdown'
  const isSearch = hasSearchTerms(terms)
  // Terms are highlighted in the HTML, also for clients that want Markdown.
  const forms: readonly Form[] = isSearch ? [...new Set([form, 'html'] as const)] : isWhole ? [form] : []
  const me = parameters.add(readerId(reader))
  const text = foundMessages(me, picked, forms)
  const [row] = await runNarrowed<FoundRow>(source, reader, terms, text, parameters.values, sql)
  const found = readFound(readerId(reader), row!)
  const cache = messageCache(core)
  const { generation } = realm
  const cached = await cache.get(sql, found.messages, form, generation, found.texts[form])
  if (cached === undefined) return undefined
  const messages = isUnchecked ? await readable(realm, reader, found, cached) : cached
  const mask = senderMask(realm, reader, core.options.rootUrl)
  const texts = new MessageTexts(realm, found, { ...presentation, omitsHistory: reader === undefined }, mask)
  const extras = isSearch ? await highlights(source, terms, messages, found, texts) : []
  return {
    anchor,
    ids: messages.map(({ id }) => id),
    texts: messages.map((message, index) => texts.textOf(message, extras[index])),
  }
}

async function readable(
  realm: RealmState,
  reader: Reader,
  found: FoundMessages,
  messages: readonly CachedMessage[],
): Promise<readonly CachedMessage[]> {
  const isReadable = (message: CachedMessage) =>
    canReadMessage(realm, reader, { channelId: message.channelId, wasReceived: wasReceived(found, message) })
  if (!messages.every(isReadable)) await realm.sync()
  return messages.filter(isReadable)
}

/** The search highlights of messages as further members. */
async function highlights(
  sql: Sql,
  terms: readonly ResolvedTerm[],
  messages: readonly CachedMessage[],
  found: FoundMessages,
  texts: MessageTexts,
): Promise<readonly string[]> {
  const contents = new Map(found.texts.html?.map(({ id, content }) => [id, content]))
  const shown = messages.map((message) => ({
    html: contents.get(message.id)!,
    topic: texts.topicOf(message),
  }))
  const matches = await matchesOf(sql, terms, shown)
  return matches.map((match) => `,${JSON.stringify(match).slice(1, -1)}`)
}
