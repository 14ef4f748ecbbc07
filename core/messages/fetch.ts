import type { Core } from '../core.ts'
import type { MessageId } from '../ids.ts'
import { matchCondition } from '../narrow/conditions.ts'
import { resolveNarrow } from '../narrow/resolve.ts'
import { Parameters } from '../narrow/sql.ts'
import type { NarrowTerm } from '../narrow/terms.ts'
import type { RealmState } from '../realm/state.ts'
import { type Reader, readerId } from '../users/reader.ts'
import { mayRead, reached } from './access.ts'
import { found, type RangeRequest, rangeFor } from './range.ts'
import {
  type MessageRow,
  messageColumns,
  messageJoins,
  type Presentation,
  presentMessage,
  type ReadMessage,
} from './row.ts'

export interface FetchRequest extends RangeRequest, Presentation {}

/** Messages by their ids, those of them that match a narrow. */
export interface IdsRequest extends Presentation {
  readonly ids: readonly MessageId[]
  readonly narrow: readonly NarrowTerm[]
}

export interface Fetched {
  /** The message the range was taken around; `NEWEST` when there is none such. */
  readonly anchor: number
  readonly foundAnchor: boolean
  readonly foundOldest: boolean
  readonly foundNewest: boolean
  /** Ascending by id. */
  readonly messages: readonly ReadMessage[]
}

/**
 * The messages around an anchor that match a narrow and that the reader may read, each with the reader's
 * flags: one query, two with anchor `first_unread`. Throws BAD_NARROW.
 */
export async function fetchMessages(
  core: Core,
  realm: RealmState,
  reader: Reader,
  request: FetchRequest,
): Promise<Fetched> {
  const { anchor, picked, parameters } = await rangeFor(core, realm, reader, request)
  const me = parameters.add(readerId(reader))
  const rows = await core.db.run<MessageRow>(
    {
      name: '', // put together anew for each narrow: not prepared
      text: `SELECT ${messageColumns(me, request.applyMarkdown)}
        FROM (${picked}) picked
        JOIN message m ON m.id = picked.id
        ${messageJoins(me)}
        ORDER BY m.id`,
    },
    parameters.values,
  )
  const ids = rows.map((row) => row.id)
  return {
    anchor,
    ...found(anchor, request, ids),
    messages: rows.map((row) => presentMessage(realm, row, request)),
  }
}

/**
 * Of messages with these ids those that the reader may read and that match a narrow, ascending. One query.
 * Throws BAD_NARROW.
 */
export async function fetchMessagesById(
  core: Core,
  realm: RealmState,
  reader: Reader,
  request: IdsRequest,
): Promise<ReadMessage[]> {
  const terms = await resolveNarrow(core, realm, reader, request.narrow)
  const parameters = new Parameters()
  const me = parameters.add(readerId(reader))
  const rows = await core.db.run<MessageRow & { reached: boolean }>(
    {
      name: '', // put together anew for each narrow: not prepared
      text: `SELECT ${messageColumns(me, request.applyMarkdown)}, ${reached(me)} AS reached
        FROM message m ${messageJoins(me)}
        WHERE m.id = ANY (${parameters.add(request.ids)}::int8[]) AND m.realm_id = ${parameters.add(realm.realm)}
          AND ${matchCondition(realm, reader, terms, parameters)}
        ORDER BY m.id`, // message_pkey
    },
    parameters.values,
  )
  const isReadable = (row: MessageRow & { reached: boolean }) =>
    mayRead(realm, reader, { channel: row.channel_id, reached: row.reached })
  if (!rows.every(isReadable)) await realm.sync()
  return rows.filter(isReadable).map((row) => presentMessage(realm, row, request))
}
