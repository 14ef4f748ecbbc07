import { MAX_SAVED_SNIPPETS } from '../../../config/limits.ts'
import { toUsers } from '../../platform/events/audience.ts'
import type { SavedSnippetId } from '../../platform/ids.ts'
import type { Caller } from '../../state/caller.ts'
import { SavedSnippet } from './entity.ts'
import { noSuchSnippet, tooManySnippets } from './errors.ts'
import { checkSnippetContent, checkSnippetTitle, shownSnippet } from './snippet.ts'

/** Throws when the title or the content is empty or too long, and `tooManySnippets`. */
export async function createSavedSnippet(
  caller: Caller,
  given: { readonly title: string; readonly content: string },
): Promise<SavedSnippetId> {
  const { core } = caller
  const title = checkSnippetTitle(given.title)
  const content = checkSnippetContent(given.content)
  return core.change(caller, async ({ tx, actor }) => {
    const count = await tx.em.count(SavedSnippet, { userId: actor.id })
    if (count >= MAX_SAVED_SNIPPETS) throw tooManySnippets()
    const snippet = tx.em.create(SavedSnippet, { userId: actor.id, title, content })
    await tx.em.flush()
    const saved_snippet = shownSnippet(snippet)
    tx.emit({ type: 'saved_snippets', op: 'add', saved_snippet }, toUsers([actor.id]))
    return snippet.id
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
  const changed = {
    ...(given.title !== undefined && { title: checkSnippetTitle(given.title) }),
    ...(given.content !== undefined && { content: checkSnippetContent(given.content) }),
  }
  await core.change(caller, async ({ tx, actor }) => {
    const snippet = await tx.em.findOne(SavedSnippet, { id, userId: actor.id })
    if (snippet === null) throw noSuchSnippet()
    if (Object.keys(changed).length === 0) return
    const saved_snippet = shownSnippet(tx.em.assign(snippet, changed))
    tx.emit({ type: 'saved_snippets', op: 'update', saved_snippet }, toUsers([actor.id]))
  })
}

/** Throws `noSuchSnippet`. */
export async function deleteSavedSnippet(caller: Caller, id: SavedSnippetId): Promise<void> {
  const { core } = caller
  await core.change(caller, async ({ tx, actor }) => {
    const deleted = await tx.em.nativeDelete(SavedSnippet, { id, userId: actor.id })
    if (deleted === 0) throw noSuchSnippet()
    tx.emit({ type: 'saved_snippets', op: 'remove', saved_snippet_id: id }, toUsers([actor.id]))
  })
}
