import { z } from 'zod'
import type { Columns } from '../../platform/db/statements/row.ts'
import { type Sql, statement } from '../../platform/db/statements/statement.ts'
import type { MessageId, RealmId, UserId } from '../../platform/ids.ts'
import { type DataOf, declareJob, idSchema } from '../../platform/jobs/declare-job.ts'
import type { Tx } from '../../platform/transactions/transact.ts'
import type { Core } from '../../state/core.ts'
import type { RealmView } from '../../state/realm/view.ts'
import { type LinkPreview, showEmbeds } from '../markdown/embeds.ts'
import type { Rendered } from '../markdown/render.ts'
import { mediaSource } from '../media/external-address.ts'
import type { LinkPreview as LinkPreviewEntity } from './entity.ts'

/** Fetches the previews of pages that a message links. */
export const PREVIEW_LINKS = declareJob({
  queue: 'link-previews',
  name: 'preview-links',
  data: z.object({
    realm: idSchema<RealmId>(),
    message: idSchema<MessageId>(),
    urls: z.array(z.string()).readonly(),
    /** The sender of the message; absent in jobs of a former version. */
    sender: idSchema<UserId>().optional(),
    /** The number of earlier attempts that found these pages unavailable; absent for none. */
    tries: z.int().optional(),
  }),
})
export type PreviewJob = DataOf<typeof PREVIEW_LINKS>

/** How long the metadata of a page is cached, and how long its absence is. */
const CACHE_SECONDS = 24 * 3600
const EMPTY_CACHE_SECONDS = 3600
/** When a page that is unavailable is fetched again, after each attempt. */
const AGAIN_SECONDS = [60, 300, 1800]

// link_preview_pkey
const KNOWN = statement(
  'link-preview.known',
  'SELECT url, preview FROM link_preview WHERE url = ANY ($1::text[]) AND expires_at > clock_timestamp()',
)
const KEEP = statement(
  'link-preview.keep',
  `INSERT INTO link_preview (url, preview, expires_at) VALUES ($1, $2, clock_timestamp() + make_interval(secs => $3))
   ON CONFLICT (url) DO UPDATE SET preview = excluded.preview, expires_at = excluded.expires_at`,
)
const FORGET = statement(
  'link-preview.forget',
  'DELETE FROM link_preview WHERE expires_at < clock_timestamp()',
) // link_preview_expires

/**
 * Cached previews by page address: null for a page without metadata, no entry for a page that is not cached.
 */
export type CachedPreviews = ReadonlyMap<string, LinkPreview | null>

/** Reads the cache in one query; makes no query when `urls` is empty. */
export async function loadCachedPreviews(sql: Sql, urls: readonly string[]): Promise<CachedPreviews> {
  if (urls.length === 0) return new Map()
  const rows = await sql.run<Columns<typeof LinkPreviewEntity, 'url' | 'preview'>>(KNOWN, [urls])
  return new Map(rows.map(({ url, preview }) => [url, preview]))
}

/** Adds link previews to messages that are about to be stored. */
export interface MessageLinkPreviews {
  /** Inserts the cached previews into the message's HTML. */
  show(rendered: Rendered): Rendered
  /** Enqueues the job that fetches the pages missing from the cache. */
  enqueueFetch(message: MessageId, sender: UserId, rendered: Rendered): void
}

/** Reads the cache for all messages in one query; makes no query when they link no page. */
export async function previewLinks(tx: Tx, messages: readonly Rendered[]): Promise<MessageLinkPreviews> {
  const known = await loadCachedPreviews(tx, [...new Set(messages.flatMap(({ pages }) => pages))])
  return {
    show: (rendered) =>
      rendered.pages.length === 0
        ? rendered
        : { ...rendered, html: insertCachedPreviews(rendered.html, rendered.pages, known) },
    enqueueFetch: (message, sender, { pages }) => {
      const urls = pages.filter((url) => !known.has(url))
      if (urls.length > 0) tx.enqueue(PREVIEW_LINKS, { realm: tx.realm, message, urls, sender })
    },
  }
}

/** Caches the metadata of a page; undefined caches that it has none. */
export async function cachePreview(
  { db, options }: Core,
  url: string,
  found: LinkPreview | undefined,
): Promise<void> {
  if (found === undefined) await db.run(KEEP, [url, null, EMPTY_CACHE_SECONDS])
  else {
    const preview = { ...found, image: mediaSource(options, found.image) }
    await db.run(KEEP, [url, JSON.stringify(preview), CACHE_SECONDS])
  }
}

/** Pages that their server cannot give now. */
export interface UnavailablePages {
  readonly urls: readonly string[]
  /** The longest delay that a server asks for. */
  readonly afterSeconds: number
}

/**
 * Caches that these pages have no preview until they are fetched again, and enqueues that. Gives up after
 * several attempts.
 */
export async function fetchPreviewsLater(
  core: Core,
  job: PreviewJob,
  { urls, afterSeconds }: UnavailablePages,
): Promise<void> {
  const tries = job.tries ?? 0
  const wait = AGAIN_SECONDS[tries]
  const seconds =
    wait === undefined ? EMPTY_CACHE_SECONDS : Math.min(Math.max(wait, afterSeconds), EMPTY_CACHE_SECONDS)
  await core.transact(job.realm, async (tx) => {
    for (const url of urls) await tx.run(KEEP, [url, null, seconds])
    if (wait === undefined) return
    const at = Math.ceil(Date.now() / 1000) + seconds + 1
    tx.enqueue(PREVIEW_LINKS, { ...job, urls, tries: tries + 1 }, { at })
  })
}

/** Deletes expired previews from the cache. */
export async function deleteExpiredPreviews(core: Core): Promise<void> {
  await core.db.run(FORGET)
}

/**
 * Whether the organization shows link previews. They need image previews too, because a preview contains an
 * image.
 */
export const hasLinkPreviews = ({ record: { settings } }: RealmView): boolean =>
  settings.inline_url_embed_preview && settings.inline_image_preview

/** Inserts the cached previews of these pages into a message's HTML. */
export function insertCachedPreviews(html: string, urls: readonly string[], known: CachedPreviews): string {
  const found = urls.flatMap((url) => {
    const preview = known.get(url)
    return preview ? [[url, preview] as const] : []
  })
  return showEmbeds(html, new Map(found))
}
