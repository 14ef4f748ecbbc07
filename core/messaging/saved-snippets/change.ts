import { MAX_SAVED_SNIPPETS } from '../../../config/limits.ts'
import { statement } from '../../platform/db/statement.ts'
import { toUsers } from '../../platform/events/audience.ts'
import type { SavedSnippetId } from '../../platform/ids.ts'
import type { Caller } from '../../state/caller.ts'
import { SavedSnippet as SavedSnippetRow } from './entity.ts'
import { noSuchSnippet, tooManySnippets } from './errors.ts'
import { checkSnippetContent, checkSnippetTitle, type SavedSnippet, SNIPPET_COLUMNS } from './snippet.ts'

const INSERT = statement(
  'saved-snippet.insert',
  `INSERT INTO saved_snippet (user_id, title, content) VALUES ($1, $2, $3) RETURNING ${SNIPPET_COLUMNS}`,
)
// saved_snippet_pkey
const UPDATE = statement(
  'saved-snippet.update',
  `UPDATE saved_snippet SET title = coalesce($3, title), content = coalesce($4, content)
   WHERE id = $1 AND user_id = $2 RETURNING ${SNIPPET_COLUMNS}`,
)

/** Throws when the title or the content is empty or too long, and `tooManySnippets`. */
export async function createSavedSnippet(
  caller: Caller,
  given: { readonly title: string; readonly content: string },
): Promise<SavedSnippetId> {
  const { core } = caller
  const title = checkSnippetTitle(given.title)
  const content = checkSnippetContent(given.content)
  return core.change(caller, async ({ tx, actor }) => {
    const count = await tx.em.count(SavedSnippetRow, { userId: actor.id })
    if (count >= MAX_SAVED_SNIPPETS) throw tooManySnippets()
    const [snippet] = await tx.run<SavedSnippet>(INSERT, [actor.id, title, content])
    tx.emit({ type: 'saved_snippets', op: 'add', saved_snippet: snippet! }, toUsers([actor.id]))
    return snippet!.id
  })
}

/**
 * Changes the given fields of a snippet; emits no event when no field is given. Throws `noSuchSnippet` and as
 * `createSavedSnippet`.
 */
export async function editSavedSnippet(
  caller: Caller,
  id: SavedSnippetId,
  given: { readonly title?: string; readonly content?: string },
): Promise<void> {
  const { core } = caller
  const title = given.title === undefined ? null : checkSnippetTitle(given.title)
  const content = given.content === undefined ? null : checkSnippetContent(given.content)
  await core.change(caller, async ({ tx, actor }) => {
    const [snippet] = await tx.run<SavedSnippet>(UPDATE, [id, actor.id, title, content])
    if (snippet === undefined) throw noSuchSnippet()
    if (title === null && content === null) return
    tx.emit({ type: 'saved_snippets', op: 'update', saved_snippet: snippet }, toUsers([actor.id]))
  })
}

/** Throws `noSuchSnippet`. */
export async function deleteSavedSnippet(caller: Caller, id: SavedSnippetId): Promise<void> {
  const { core } = caller
  await core.change(caller, async ({ tx, actor }) => {
    const deleted = await tx.em.nativeDelete(SavedSnippetRow, { id, userId: actor.id })
    if (deleted === 0) throw noSuchSnippet()
    tx.emit({ type: 'saved_snippets', op: 'remove', saved_snippet_id: id }, toUsers([actor.id]))
  })
}
