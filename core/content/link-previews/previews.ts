import { type Sql, statement } from '../../platform/db/statement.ts'
import type { Tx } from '../../platform/db/transact.ts'
import type { MessageId, RealmId } from '../../platform/ids.ts'
import type { Core } from '../../state/core.ts'
import type { RealmView } from '../../state/realm/view.ts'
import { type LinkPreview, showEmbeds } from '../markdown/embeds.ts'
import type { Rendered } from '../markdown/render.ts'
import { mediaSource } from '../media/external.ts'

/** The job that finds out what the pages say that a message links; its data is a `PreviewJob`. */
export const PREVIEW_LINKS = { queue: 'link-previews', name: 'preview-links' } as const

export interface PreviewJob {
  readonly realm: RealmId
  readonly message: MessageId
  readonly urls: readonly string[]
}

/** How long is believed what a page said of itself, and that it said nothing. */
const KEPT_SECONDS = 24 * 3600
const NOTHING_KEPT_SECONDS = 3600

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

/** What pages say of themselves; null for one that says nothing to show. Of others nothing is known, or no longer. */
export type KnownPreviews = ReadonlyMap<string, LinkPreview | null>

/** One query, and none without addresses. */
export async function knownPreviews(sql: Sql, urls: readonly string[]): Promise<KnownPreviews> {
  if (urls.length === 0) return new Map()
  const rows = await sql.run<{ url: string; preview: LinkPreview | null }>(KNOWN, [urls])
  return new Map(rows.map(({ url, preview }) => [url, preview]))
}

/** What messages that are about to be stored show of the pages they link. */
export interface MessageLinkPreviews {
  /** The HTML of one of them. */
  show(rendered: Rendered): Rendered
  /** Has found out what is not known yet of the pages that a message links, now that it has an id. */
  ask(message: MessageId, rendered: Rendered): void
}

/** One query for all messages, and none when no page is linked. */
export async function previewLinks(tx: Tx, messages: readonly Rendered[]): Promise<MessageLinkPreviews> {
  const known = await knownPreviews(tx, [...new Set(messages.flatMap(({ pages }) => pages))])
  return {
    show: (rendered) =>
      rendered.pages.length === 0
        ? rendered
        : { ...rendered, html: withPreviews(rendered.html, rendered.pages, known) },
    ask: (message, { pages }) => {
      const urls = pages.filter((url) => !known.has(url))
      const job: PreviewJob = { realm: tx.realm, message, urls }
      if (urls.length > 0) tx.enqueue(PREVIEW_LINKS.queue, PREVIEW_LINKS.name, job)
    },
  }
}

/** Remembers for a while what a page says of itself; undefined for nothing to show. */
export async function keepPreview(
  { db, options }: Core,
  url: string,
  said: LinkPreview | undefined,
): Promise<void> {
  if (said === undefined) await db.run(KEEP, [url, null, NOTHING_KEPT_SECONDS])
  else {
    const preview = { ...said, image: mediaSource(options, said.image) }
    await db.run(KEEP, [url, JSON.stringify(preview), KEPT_SECONDS])
  }
}

export async function forgetPreviews(core: Core): Promise<void> {
  await core.db.run(FORGET)
}

/** A preview is for the most part its picture: who wants none of those wants none of these. */
export const wantsPreviews = ({ record: { settings } }: RealmView): boolean =>
  settings.inline_url_embed_preview && settings.inline_image_preview

/** A message's HTML that shows what is known of these pages, so far as it links them. */
export function withPreviews(html: string, urls: readonly string[], known: KnownPreviews): string {
  const found = urls.flatMap((url) => {
    const preview = known.get(url)
    return preview ? [[url, preview] as const] : []
  })
  return showEmbeds(html, new Map(found))
}
