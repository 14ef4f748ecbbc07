import { cachePreview, loadCachedPreviews, PREVIEW_LINKS } from '../../core/content/link-previews/previews.ts'
import { showPreviews } from '../../core/messaging/editing/show-previews.ts'
import type { PublicNetwork } from '../../core/platform/net/public-network.ts'
import { fetchPreview } from '../link-previews/fetch.ts'
import { defineJob } from '../running/define-job.ts'

/** Fetches the previews of linked pages that are not cached, and shows them in the message. */
export const previewLinksJob = (network: PublicNetwork, timeLimitMs?: number) =>
  defineJob({
    ...PREVIEW_LINKS,
    retry: { attempts: 8 },
    run: async ({ core, data: job }) => {
      const known = await loadCachedPreviews(core.db, job.urls)
      const unknown = job.urls.filter((url) => !known.has(url))
      await Promise.all(
        unknown.map(async (url) => cachePreview(core, url, await fetchPreview(network, url, timeLimitMs))),
      )
      await showPreviews(core, job)
    },
  })
