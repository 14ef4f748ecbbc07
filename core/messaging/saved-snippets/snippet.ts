import { MAX_MESSAGE_LENGTH, MAX_SAVED_SNIPPET_TITLE_LENGTH } from '../../../config/limits.ts'
import type { Columns } from '../../platform/db/statements/row.ts'
import { type Sql, statement } from '../../platform/db/statements/statement.ts'
import { unixSeconds } from '../../platform/db/statements/unix-seconds.ts'
import { tooLong } from '../../platform/errors.ts'
import type { SavedSnippetId, UserId } from '../../platform/ids.ts'
import type { SavedSnippet as SavedSnippetEntity } from './entity.ts'
import { emptyContent, emptyTitle } from './errors.ts'

/** A text that a user keeps to insert into messages, as clients see it. */
export interface SavedSnippet {
  readonly id: SavedSnippetId
  readonly title: string
  readonly content: string
  /** Unix seconds. */
  readonly date_created: number
}

/**
 * The columns of a snippet that its user sees. `createdAt` is text from a statement and a date from the
 * EntityManager.
 */
type SnippetRow = Columns<typeof SavedSnippetEntity, 'id' | 'title' | 'content'> & {
  readonly createdAt: Date | string
}

export const SNIPPETS_OF_USER = statement(
  'saved-snippet.of-user',
  // saved_snippet_user
  'SELECT id, title, content, created_at AS "createdAt" FROM saved_snippet WHERE user_id = $1 ORDER BY id',
)

/** A user's saved snippets, oldest first. One query. */
export async function savedSnippetsOf(sql: Sql, user: UserId): Promise<SavedSnippet[]> {
  return (await sql.run<SnippetRow>(SNIPPETS_OF_USER, [user])).map(shownSnippet)
}

/** Returns a snippet as clients see it. */
export const shownSnippet = (row: SnippetRow): SavedSnippet => ({
  id: row.id,
  title: row.title,
  content: row.content,
  date_created: unixSeconds(row.createdAt),
})

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
