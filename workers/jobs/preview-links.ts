import {
  cachePreview,
  loadCachedPreviews,
  PREVIEW_LINKS,
  type PreviewJob,
} from '../../core/content/link-previews/previews.ts'
import { showPreviews } from '../../core/messaging/messages/show-previews.ts'
import type { PublicNetwork } from '../../core/platform/net/public-network.ts'
import type { JobDeclaration } from '../job.ts'
import { fetchPreview } from '../link-previews/fetch.ts'

/** Finds out what the pages say that a message links, and has the message show it. A page is asked once in a while. */
export const previewLinksJob = (network: PublicNetwork, timeLimitMs?: number): JobDeclaration => ({
  ...PREVIEW_LINKS,
  attempts: 8,
  run: async (core, data) => {
    const job = data as PreviewJob
    const known = await loadCachedPreviews(core.db, job.urls)
    const unknown = job.urls.filter((url) => !known.has(url))
    await Promise.all(
      unknown.map(async (url) => cachePreview(core, url, await fetchPreview(network, url, timeLimitMs))),
    )
    await showPreviews(core, job)
  },
})
