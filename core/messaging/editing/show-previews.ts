import {
  hasLinkPreviews,
  insertCachedPreviews,
  loadCachedPreviews,
  type PreviewJob,
} from '../../content/link-previews/previews.ts'
import type { Core } from '../../state/core.ts'
import { rerender } from './rerender.ts'

/**
 * Adds the known link previews to a message. Does nothing when the message is deleted or shows them already.
 */
export async function showPreviews(core: Core, { realm: id, message, urls }: PreviewJob): Promise<void> {
  const realm = await core.realms.get(id)
  if (realm === undefined) return
  await rerender(core, id, [message], async (tx) => {
    const known = await loadCachedPreviews(tx, urls)
    return ({ renderedContent }) =>
      hasLinkPreviews(realm) ? insertCachedPreviews(renderedContent, urls, known) : renderedContent
  })
}
