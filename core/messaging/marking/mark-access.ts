import { groupBy } from '../../platform/collections/group-by.ts'
import type { Columns } from '../../platform/db/statements/row.ts'
import { type Sql, statement } from '../../platform/db/statements/statement.ts'
import type { RealmId } from '../../platform/ids.ts'
import { currentActor } from '../../state/realm/current-actor.ts'
import type { RealmState } from '../../state/realm/state.ts'
import { invalidMessages } from '../messages/errors.ts'
import {
  type Accessible,
  canReadMessage,
  type ReceptionColumn,
  wasReceivedBy,
} from '../messages/read-permission.ts'
import type { MessageFlag } from '../reads/entities.ts'
import type { Mark } from './mark.ts'

/** Some marks of a transaction are not allowed. The transaction must be undone. */
export class MarksRefused extends Error {
  readonly reasons: ReadonlyMap<Mark, Error>

  constructor(reasons: ReadonlyMap<Mark, Error>) {
    super('marks were refused')
    this.reasons = reasons
  }
}

const ACCESS = statement(
  'reads.access',
  `SELECT w.user_id AS "userId", m.id, m.channel_id AS "channelId", ${wasReceivedBy('w.user_id')} AS "wasReceived"
   FROM unnest($1::int[], $2::int8[]) AS w (user_id, message_id)
   JOIN message m ON m.id = w.message_id AND m.realm_id = $3`, // message_pkey
)

type Row = Columns<typeof MessageFlag, 'userId'> & Accessible & ReceptionColumn

/** The columns that decide whether the users of marks may read the messages. */
export type MarkAccess = readonly Row[]

/** Reads the inputs of `refuseUnreadable`. The caller has locked the event log. At most one query. */
export async function readMarkAccess(sql: Sql, realm: RealmId, marks: readonly Mark[]): Promise<MarkAccess> {
  const unknown = marks.filter((mark) => !mark.isAccessKnown)
  if (unknown.length === 0) return []
  return sql.run<Row>(ACCESS, [
    unknown.flatMap(({ user, messages }) => messages.map(() => user.id)),
    unknown.flatMap(({ messages }) => messages),
    realm,
  ])
}

/**
 * Checks the marks whose access is not known. Throws `MarksRefused` when a user is no longer active, or when
 * a message does not exist or is not readable. The caller has locked the event log and synchronized memory.
 */
export function refuseUnreadable(realm: RealmState, marks: readonly Mark[], access: MarkAccess): void {
  const found = groupBy(access, (row) => row.userId)
  const reasons = new Map<Mark, Error>()
  for (const mark of marks) {
    const reason = mark.isAccessKnown ? undefined : reasonAgainst(realm, mark, found.get(mark.user.id) ?? [])
    if (reason !== undefined) reasons.set(mark, reason)
  }
  if (reasons.size > 0) throw new MarksRefused(reasons)
}

function reasonAgainst(realm: RealmState, { user, messages }: Mark, rows: readonly Row[]): Error | undefined {
  try {
    const reader = currentActor(realm, user)
    const readable = new Set(rows.filter((row) => canReadMessage(realm, reader, row)).map((row) => row.id))
    return messages.every((id) => readable.has(id)) ? undefined : invalidMessages()
  } catch (error) {
    return error as Error
  }
}
