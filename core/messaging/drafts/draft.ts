import type { Columns } from '../../platform/db/statements/row.ts'
import { type Sql, statement } from '../../platform/db/statements/statement.ts'
import type { DraftId, UserId } from '../../platform/ids.ts'
import type { Draft as DraftEntity } from './entity.ts'

/** A draft as clients see it (spec.md "Draft"). */
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

/** The columns of a draft that its user sees. */
export type DraftRow = Columns<
  typeof DraftEntity,
  'id' | 'type' | 'recipientIds' | 'topic' | 'content' | 'editedAt'
>

export const DRAFT_COLUMNS =
  'id, type, recipient_ids AS "recipientIds", topic, content, edited_at AS "editedAt"'

export const DRAFTS_OF_USER = statement(
  'draft.of-user',
  `SELECT ${DRAFT_COLUMNS}
   FROM draft WHERE user_id = $1 ORDER BY edited_at DESC, changed_at DESC, id DESC`, // draft_user
)

/** A user's drafts, most recently edited first. One query. */
export async function draftsOf(sql: Sql, user: UserId): Promise<Draft[]> {
  return (await sql.run<DraftRow>(DRAFTS_OF_USER, [user])).map(shownDraft)
}

/** Returns a draft as clients see it. */
export const shownDraft = (row: DraftRow): Draft => ({
  id: row.id,
  type: row.type,
  to: row.recipientIds,
  topic: row.topic,
  content: row.content,
  timestamp: row.editedAt,
})
