import {
  cachePreview,
  fetchPreviewsLater,
  loadCachedPreviews,
  PREVIEW_LINKS,
} from '../../core/content/link-previews/previews.ts'
import type { LinkPreview } from '../../core/content/markdown/embeds.ts'
import { showPreviews } from '../../core/messaging/editing/show-previews.ts'
import { groupBy } from '../../core/platform/collections/group-by.ts'
import { coalesceRuns } from '../../core/platform/concurrency/coalesce-runs.ts'
import type { PublicNetwork } from '../../core/platform/net/public-network.ts'
import { fetchPreview, TIME_LIMIT_MS, Unavailable } from '../link-previews/fetch.ts'
import { defineJob } from '../running/define-job.ts'
import { hostOf } from '../running/hosts.ts'
import { Postponed, unlimitedRequests } from '../running/outbound.ts'

/**
 * Fetches the previews of linked pages that are not cached, and shows each in the message as soon as its page
 * is there. Pages that come while others are shown are shown together. Pages that are unavailable
 * are fetched again later.
 */
export const previewLinksJob = (network: PublicNetwork, timeLimitMs = TIME_LIMIT_MS) =>
  defineJob({
    ...PREVIEW_LINKS,
    retry: { attempts: 8 },
    run: async ({ core, data: job, requests = unlimitedRequests }) => {
      const known = await loadCachedPreviews(core.db, job.urls)
      const unknown = job.urls.filter((url) => !known.has(url))
      const hosts = groupBy(unknown, (url) => new URL(url).host)
      const showAll = coalesceRuns(() => showPreviews(core, job))
      const shows: Promise<void>[] = []
      const unavailable: string[] = []
      let afterSeconds = 0
      const show = (preview: LinkPreview | null | undefined) => {
        if (preview == null) return
        const shown = showAll()
        shown.catch(() => undefined) // The job fails with it at the end.
        shows.push(shown)
      }
      for (const preview of known.values()) show(preview)
      const fetched = await Promise.allSettled(
        [...hosts.values()].map(async (urls) => {
          const target = {
            ...hostOf(PREVIEW_LINKS.queue, urls[0]!, { realm: job.realm, member: job.sender }),
            holdMs: 2 * timeLimitMs,
          }
          await requests.run(target, (silent) =>
            Promise.all(
              urls.map(async (url) => {
                const preview = await fetchPreview(network, url, timeLimitMs, silent)
                if (preview instanceof Unavailable) {
                  unavailable.push(url)
                  afterSeconds = Math.max(afterSeconds, preview.afterSeconds)
                  return
                }
                await cachePreview(core, url, preview)
                show(preview)
              }),
            ),
          )
        }),
      )
      if (unavailable.length > 0) await fetchPreviewsLater(core, job, { urls: unavailable, afterSeconds })
      const ended = [...(await Promise.allSettled(shows)), ...fetched]
      const failures = ended.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []))
      const failure = failures.find((error) => !(error instanceof Postponed)) ?? failures[0]
      if (failure !== undefined) throw failure
    },
  })
