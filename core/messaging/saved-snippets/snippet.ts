import { MAX_MESSAGE_LENGTH, MAX_SAVED_SNIPPET_TITLE_LENGTH } from '../../../config/limits.ts'
import { type Sql, statement } from '../../platform/db/statement.ts'
import { tooLong } from '../../platform/errors.ts'
import type { SavedSnippetId, UserId } from '../../platform/ids.ts'
import { emptyContent, emptyTitle } from './errors.ts'

/** A text that a user keeps to insert into messages, as clients see it. */
export interface SavedSnippet {
  readonly id: SavedSnippetId
  readonly title: string
  readonly content: string
  /** Unix seconds. */
  readonly date_created: number
}

/** The columns of `saved_snippet` as a `SavedSnippet` names them. */
export const SNIPPET_COLUMNS = `id, title, content, floor(extract(epoch FROM created_at))::int8 AS date_created`

const OF_USER = statement(
  'saved-snippet.of-user',
  `SELECT ${SNIPPET_COLUMNS} FROM saved_snippet WHERE user_id = $1 ORDER BY id`, // saved_snippet_user
)

/** A user's saved snippets, oldest first. One query. */
export function savedSnippetsOf(sql: Sql, user: UserId): Promise<SavedSnippet[]> {
  return sql.run<SavedSnippet>(OF_USER, [user])
}

/** Returns the title as it will be stored. Throws when it is empty or too long. */
export function checkSnippetTitle(given: string): string {
  const title = given.trim()
  if (title === '') throw emptyTitle()
  if ([...title].length > MAX_SAVED_SNIPPET_TITLE_LENGTH) {
    throw tooLong('title', MAX_SAVED_SNIPPET_TITLE_LENGTH)
  }
  return title
}

/** Returns the content as it will be stored. Throws when it is empty or too long. */
export function checkSnippetContent(given: string): string {
  const content = given.trim()
  if (content === '') throw emptyContent()
  if ([...content].length > MAX_MESSAGE_LENGTH) {
    throw tooLong('content', MAX_MESSAGE_LENGTH)
  }
  return content
}
