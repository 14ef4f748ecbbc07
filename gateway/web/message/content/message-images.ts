import type { Message } from '../../model/wire.ts'
import { type LightboxImage, overlay } from '../../parts/floating/overlay.ts'
import type { Store } from '../../store/state/store.ts'
import { t } from '../../texts/texts.ts'
import { safeFragment } from './safe-fragment.ts'

/** The links of a message whose previews open large. */
export const imageLinksIn = (fragment: DocumentFragment): HTMLAnchorElement[] =>
  [...fragment.querySelectorAll<HTMLAnchorElement>('.message_inline_image > a')].filter(
    (link) => link.querySelector('img') !== null && link.dataset.id === undefined,
  )

/** Opens the first image of a message large. */
export function openImages(store: Store, { id, content }: Message): void {
  const reader = { me: store.me, uses24Hours: true, showsEmojiAsText: true }
  const others = imageLinksIn(safeFragment(content, reader)).map(imageOf)
  const [image] = others
  if (image !== undefined) overlay.value = { kind: 'image', message: id, image, others }
}

export const imageOf = (link: HTMLAnchorElement): LightboxImage => ({
  source: sourceOf(link),
  original: link.href,
  name: link.title || decoded(link.pathname.split('/').at(-1) ?? '') || t.image,
})

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
