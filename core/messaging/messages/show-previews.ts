import {
  hasLinkPreviews,
  insertCachedPreviews,
  loadCachedPreviews,
  type PreviewJob,
} from '../../content/link-previews/previews.ts'
import type { Core } from '../../state/core.ts'
import { rerender } from './rerender.ts'

/** Has a message show what is known of the pages that it still links; nothing when it is there no more, or has it. */
export async function showPreviews(core: Core, { realm: id, message, urls }: PreviewJob): Promise<void> {
  const realm = await core.realms.get(id)
  if (realm === undefined) return
  await rerender(core, id, [message], async (tx) => {
    const known = await loadCachedPreviews(tx, urls)
    return ({ html }) => (hasLinkPreviews(realm) ? insertCachedPreviews(html, urls, known) : html)
  })
}
