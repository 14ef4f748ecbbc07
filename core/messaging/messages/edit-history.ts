import { MAX_MESSAGE_CHANGES } from '../../../config/limits.ts'
import type { Columns } from '../../platform/db/statements/row.ts'
import type { RealmView } from '../../state/realm/view.ts'
import type { Conversation } from '../conversations/entities.ts'
import { isResolving } from '../conversations/resolved-topic.ts'
import type { StoredEdit, WireEdit } from '../conversations/stored-edit.ts'
import type { Message } from './entities.ts'

/** The columns that store the changes of a message. */
export type Changes = Columns<typeof Message, 'id' | 'editHistory' | 'arrivedAt'> &
  Columns<typeof Conversation, 'renames'>

/** SQL: the columns of `Changes`, of row `m` of `message` and row `c` of `conversation`. */
export const CHANGES = 'm.id, m.edit_history AS "editHistory", m.arrived_at AS "arrivedAt", c.renames'

/** Renames kept for a conversation; every message of it carries them. */
export const MAX_RENAMES = 100

/**
 * SQL: the changes in `changes`, the newest first, limited to `MAX_MESSAGE_CHANGES`. The oldest ones are
 * joined into one: it has the time and the author of its newest change, and the text and place before its
 * oldest change.
 */
export const limitedChanges = (changes: string): string => `(
  SELECT CASE WHEN jsonb_array_length(list) <= ${MAX_MESSAGE_CHANGES} THEN list ELSE (
    SELECT jsonb_agg(change ORDER BY n) FROM (
      SELECT change, n FROM jsonb_array_elements(list) WITH ORDINALITY AS c (change, n) WHERE n < ${MAX_MESSAGE_CHANGES}
      UNION ALL
      SELECT jsonb_object_agg(key, value ORDER BY CASE WHEN starts_with(key, 'prev_') THEN n ELSE -n END), ${MAX_MESSAGE_CHANGES}
      FROM jsonb_array_elements(list) WITH ORDINALITY AS c (change, n), jsonb_each(change)
      WHERE n >= ${MAX_MESSAGE_CHANGES}
    ) kept
  ) END FROM (SELECT ${changes} AS list) whole)`

/** The changes of a message, its own and its conversation's, the newest first. */
function changesOf({ id, editHistory, renames, arrivedAt }: Changes): StoredEdit[] {
  const shared = (renames ?? []).filter(({ up_to, at }) => id <= up_to && at > (arrivedAt ?? 0))
  return [...(editHistory ?? []), ...shared].sort((a, b) => b.at - a.at)
}

/** The changes as clients see them: simultaneous changes are merged into one. */
function editsOf(changes: Changes): WireEdit[] {
  const edits = new Map<number, WireEdit>()
  for (const { at, ...edit } of changesOf(changes)) {
    const { up_to: _, ...shown } = edit as WireEdit & { up_to?: number }
    edits.set(at, { ...edits.get(at), ...shown })
  }
  for (const edit of edits.values()) if (edit.topic === undefined) delete edit.prev_topic
  return [...edits.values()]
}

/** The edits of `editsOf` that the organization's policy shows: all, only moves, or none. */
export function visibleEditsOf(realm: RealmView, changes: Changes): WireEdit[] {
  switch (realm.record.settings.message_edit_history_visibility_policy) {
    case 'all':
      return editsOf(changes)
    case 'none':
      return []
    case 'moves':
      return editsOf(changes)
        .map(({ prev_content: _, prev_rendered_content: __, ...move }) => move)
        .filter((edit) => edit.topic !== undefined || edit.stream !== undefined)
  }
}

/** When the conversation last got another topic, in Unix seconds; resolving a topic does not count. */
export function lastRenamed(changes: Changes): number | null {
  const own = changes.editHistory ?? []
  const move = changesOf(changes).find(
    (edit) => !own.includes(edit) && !isResolving(edit.prev_topic!, edit.topic!),
  )
  return move?.timestamp ?? null
}
