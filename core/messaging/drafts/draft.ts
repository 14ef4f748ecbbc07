import { type Sql, statement } from '../../platform/db/statement.ts'
import type { DraftId, UserId } from '../../platform/ids.ts'

/** A draft as it is stored and as clients see it (spec.md "Draft"). */
export interface Draft {
  readonly id: DraftId
  /** Empty for an unaddressed draft. */
  readonly type: '' | 'stream' | 'private'
  /** The channel's id for `stream`, user ids for `private`, empty for an unaddressed draft. */
  readonly to: readonly number[]
  /** Empty unless the type is `stream`. */
  readonly topic: string
  readonly content: string
  /** Unix seconds of the last edit. */
  readonly timestamp: number
}

/** The columns of `draft` as a `Draft` names them. */
export const DRAFT_COLUMNS = 'id, type, recipient_ids AS "to", topic, content, edited_at AS timestamp'

const OF_USER = statement(
  'draft.of-user',
  `SELECT ${DRAFT_COLUMNS} FROM draft WHERE user_id = $1 ORDER BY edited_at DESC, id DESC`, // draft_user
)

/** A user's drafts, most recently edited first. One query. */
export function draftsOf(sql: Sql, user: UserId): Promise<Draft[]> {
  return sql.run<Draft>(OF_USER, [user])
}
