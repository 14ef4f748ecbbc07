import type { Core } from '../core.ts'
import type { RealmState } from '../realm/state.ts'
import type { UserRecord } from '../users/record.ts'
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
  reader: UserRecord,
  request: FetchRequest,
): Promise<Fetched> {
  const { anchor, picked, parameters } = await rangeFor(core, realm, reader, request)
  const me = parameters.add(reader.id)
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
