import type { MessageId } from '../../platform/ids.ts'
import type { Core } from '../../state/core.ts'
import { type CurrentSql, readCurrent } from '../../state/realm/read-current.ts'
import type { RealmState } from '../../state/realm/state.ts'
import { senderMask } from '../../state/users/inaccessible.ts'
import { type Reader, readerId } from '../../state/users/reader.ts'
import { matchCondition } from '../narrow/conditions.ts'
import { resolveNarrow } from '../narrow/resolve.ts'
import { runNarrowed } from '../narrow/run-narrowed.ts'
import { Parameters } from '../narrow/sql.ts'
import type { NarrowTerm, ResolvedTerm } from '../narrow/terms.ts'
import { canReadMessage, reached } from './permissions/read.ts'
import { type RangeRequest, rangeEnds, rangeFor } from './range.ts'
import {
  type MessageRow,
  messageColumns,
  messageJoins,
  type Presentation,
  pickedMessages,
  presentMessage,
  type ReadMessage,
} from './row.ts'
import { hasSearchTerms, type Match, matchesOf } from './search-highlights.ts'

export interface FetchRequest extends RangeRequest, Presentation {}

/** Messages by their ids that match a narrow. */
export interface IdsRequest extends Presentation {
  readonly ids: readonly MessageId[]
  readonly narrow: readonly NarrowTerm[]
}

/** A message, with its search highlights when the narrow has search terms. */
export type Found = ReadMessage & Partial<Match>

export interface Fetched {
  /** The id of the message at the center of the range; `NEWEST` for the end. */
  readonly anchor: number
  readonly foundAnchor: boolean
  readonly foundOldest: boolean
  readonly foundNewest: boolean
  /** Ascending by id. */
  readonly messages: readonly Found[]
}

/**
 * Returns the messages around an anchor that match a narrow and that the reader may read, each with the reader's flags.
 * One query; one more for the anchor `first_unread` or the operator `with`, two more for `search`. Throws BAD_NARROW.
 */
export async function fetchMessages(
  core: Core,
  realm: RealmState,
  reader: Reader,
  request: FetchRequest,
): Promise<Fetched> {
  return readCurrent(core.db, realm, reader, (sql, current) => fetchRange(sql, core, realm, current, request))
}

async function fetchRange(
  sql: CurrentSql,
  core: Core,
  realm: RealmState,
  reader: Reader,
  request: FetchRequest,
): Promise<Fetched> {
  const { anchor, picked, parameters, terms } = await rangeFor(core, realm, reader, request)
  const me = parameters.add(readerId(reader))
  const rows = await runNarrowed<MessageRow & Texts>(
    core,
    reader,
    terms,
    `SELECT ${messageColumns(me, request.applyMarkdown)}${textsOf(terms)}
      FROM ${pickedMessages(me, picked)}
      ORDER BY m.id`,
    parameters.values,
    sql,
  )
  const ids = rows.map((row) => row.id)
  return {
    anchor,
    ...rangeEnds(anchor, request, ids),
    messages: await present(core, realm, reader, rows, terms, request),
  }
}

/**
 * Returns messages by id, in ascending order. Leaves out messages that the reader cannot read and messages outside the
 * narrow. One query. Throws BAD_NARROW.
 */
export async function fetchMessagesById(
  core: Core,
  realm: RealmState,
  reader: Reader,
  request: IdsRequest,
): Promise<Found[]> {
  return readCurrent(core.db, realm, reader, (sql, current) => fetchIds(sql, core, realm, current, request))
}

async function fetchIds(
  sql: CurrentSql,
  core: Core,
  realm: RealmState,
  reader: Reader,
  request: IdsRequest,
): Promise<Found[]> {
  const terms = await resolveNarrow(core, realm, reader, request.narrow)
  const parameters = new Parameters()
  const me = parameters.add(readerId(reader))
  const rows = await runNarrowed<MessageRow & Texts & { reached: boolean }>(
    core,
    reader,
    terms,
    `SELECT ${messageColumns(me, request.applyMarkdown)}, ${reached(me)} AS reached${textsOf(terms)}
      FROM message m ${messageJoins(me)}
      WHERE m.id = ANY (${parameters.add(request.ids)}::int8[]) AND m.realm_id = ${parameters.add(realm.id)}
        AND ${matchCondition(realm, reader, terms, parameters)}
      ORDER BY m.id`, // message_pkey
    parameters.values,
    sql,
  )
  const isReadable = (row: MessageRow & { reached: boolean }) =>
    canReadMessage(realm, reader, { channel: row.channel_id, reached: row.reached })
  if (!rows.every(isReadable)) await realm.sync()
  return present(core, realm, reader, rows.filter(isReadable), terms, request)
}

/** The HTML in which search terms are highlighted, also for clients that want Markdown. */
interface Texts {
  readonly html?: string
}

const textsOf = (terms: readonly ResolvedTerm[]) =>
  hasSearchTerms(terms) ? ', m.rendered_content AS html' : ''

async function present(
  core: Core,
  realm: RealmState,
  reader: Reader,
  rows: readonly (MessageRow & Texts)[],
  terms: readonly ResolvedTerm[],
  how: Presentation,
): Promise<Found[]> {
  const mask = senderMask(realm, reader, core.options.rootUrl)
  const messages = rows.map((row) => presentMessage(realm, row, how, mask))
  if (!hasSearchTerms(terms)) return messages
  const texts = rows.map((row, index) => ({ html: row.html!, topic: messages[index]!.subject }))
  const matches = await matchesOf(core, terms, texts)
  return messages.map((message, index) => ({ ...message, ...matches[index]! }))
}
