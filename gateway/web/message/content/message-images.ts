import type { Message } from '../../model/wire.ts'
import { type LightboxImage, overlay } from '../../parts/floating/overlay.ts'
import type { Store } from '../../store/state/store.ts'
import { t } from '../../texts/texts.ts'
import { safeFragment } from './safe-fragment.ts'

/** The links of a message whose previews, of images and videos, open large. */
export const mediaLinksIn = (fragment: DocumentFragment): HTMLAnchorElement[] =>
  [...fragment.querySelectorAll<HTMLAnchorElement>('.message_inline_image > a')].filter(
    (link) => link.querySelector('img, video') !== null && link.dataset.id === undefined,
  )

/** Opens the first image or video of a message large. */
export function openImages(store: Store, { id, content }: Message): void {
  const reader = { me: store.me, uses24Hours: true, showsEmojiAsText: true }
  const others = mediaLinksIn(safeFragment(content, reader)).map(mediaOf)
  const [image] = others
  if (image !== undefined) overlay(store).value = { kind: 'image', message: id, image, others }
}

export const mediaOf = (link: HTMLAnchorElement): LightboxImage => {
  const video = link.querySelector('video')
  return {
    source: video === null ? sourceOf(link) : video.src,
    original: link.href,
    name: link.title || decoded(link.pathname.split('/').at(-1) ?? '') || (video ? t.video : t.image),
    ...(video && { isVideo: true }),
  }
}

/** The full-size version of a format that browsers do not show stands beside the preview. */
function sourceOf(link: HTMLAnchorElement): string {
  const { src, dataset } = link.querySelector('img')!
  const name = dataset.transcodedImage
  return name !== undefined && /^[\w-]+\.\w+$/.test(name) ? src.replace(/[^/]*$/, name) : link.href
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
