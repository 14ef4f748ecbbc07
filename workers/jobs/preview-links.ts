import { cachePreview, loadCachedPreviews, PREVIEW_LINKS } from '../../core/content/link-previews/previews.ts'
import { showPreviews } from '../../core/messaging/editing/show-previews.ts'
import { groupBy } from '../../core/platform/collections/group-by.ts'
import type { PublicNetwork } from '../../core/platform/net/public-network.ts'
import { fetchPreview, TIME_LIMIT_MS } from '../link-previews/fetch.ts'
import { defineJob } from '../running/define-job.ts'
import { hostOf } from '../running/hosts.ts'
import { Postponed, unlimitedRequests } from '../running/outbound.ts'

/**
 * Fetches the previews of linked pages that are not cached, and shows them in the message. When a page has to
 * wait for its turn, the previews of the others are shown first.
 */
export const previewLinksJob = (network: PublicNetwork, timeLimitMs = TIME_LIMIT_MS) =>
  defineJob({
    ...PREVIEW_LINKS,
    retry: { attempts: 8 },
    run: async ({ core, data: job, requests = unlimitedRequests }) => {
      const known = await loadCachedPreviews(core.db, job.urls)
      const unknown = job.urls.filter((url) => !known.has(url))
      const hosts = groupBy(unknown, (url) => new URL(url).host)
      const fetched = await Promise.allSettled(
        [...hosts.values()].map(async (urls) => {
          const target = {
            ...hostOf(PREVIEW_LINKS.queue, urls[0]!, { realm: job.realm, member: job.sender }),
            holdMs: 2 * timeLimitMs,
          }
          await requests.run(target, (silent) =>
            Promise.all(
              urls.map(async (url) =>
                cachePreview(core, url, await fetchPreview(network, url, timeLimitMs, silent)),
              ),
            ),
          )
        }),
      )
      const failures = fetched.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []))
      const failure = failures.find((error) => !(error instanceof Postponed)) ?? failures[0]
      if (failures.length < hosts.size || hosts.size === 0) await showPreviews(core, job)
      if (failure !== undefined) throw failure
    },
  })
