import { uploadPathOf } from './rendering/address.ts'
import { escapeAttribute } from './rendering/escape.ts'

/** How an uploaded image is shown below the message that links it. */
export interface ShownPicture {
  readonly contentType: string
  /** In pixels, after rotation to upright. */
  readonly width: number
  readonly height: number
  /** Whether the thumbnail is animated. */
  readonly isAnimated: boolean
  /** Whether the thumbnail is still although the image is animated. */
  readonly isStillOfAnimation: boolean
  /** Names of the thumbnail, and of the full-size version for formats that browsers cannot display. */
  readonly thumbnail: string
  readonly transcoded: string | undefined
  /** Whether both exist. */
  readonly isReady: boolean
}

const LOADING = 'image-loading-placeholder'
/** Placeholder image, relative to `/`. Clients recognize a loading image by this address and by the class. */
export const LOADING_IMAGE = 'static/images/loading/loader-black.svg'

/**
 * Matches the output of `media-preview.ts`. No message text matches, because its brackets and quotes are
 * escaped.
 */
const PREVIEW =
  /<div class="message_inline_image">(<a href="(\/?user_uploads\/[^"]*)"( title="[^"]*")?>)<img [^>]*><\/a><\/div>/g

/** Whether a message shows a placeholder for an image. */
export const isLoading = (html: string): boolean => html.includes(`<img class="${LOADING}"`)

/**
 * Updates the image previews of uploads in a message's HTML to their current state (spec.md FL 276). Replaces
 * a preview by its link when the file is not an image or `pictureAt` returns undefined. Idempotent.
 */
export function showUploads(
  html: string,
  pictureAt: (uploadPath: string) => ShownPicture | undefined,
): string {
  const shown = html.replace(
    PREVIEW,
    (whole, open: string, href: string, title: string | undefined, at: number) => {
      const path = uploadPathOf(unescapeAttribute(href))
      const picture = path === undefined ? undefined : pictureAt(path)
      if (path !== undefined && picture !== undefined) {
        return `<div class="message_inline_image">${open}${image(path, picture)}</a></div>`
      }
      if (title !== undefined) return ''
      // The renderer omits a paragraph that has only this link, so restore it.
      const link = `<a href="${href}">${href}</a>`
      const others = html.slice(0, at) + html.slice(at + whole.length)
      return others.includes(link) ? '' : `<p>${link}</p>`
    },
  )
  return shown.replace(/\n$/, '')
}

function image(path: string, picture: ShownPicture): string {
  const { contentType, width, height, isAnimated, isStillOfAnimation, isReady, thumbnail, transcoded } =
    picture
  const facts = `data-original-content-type="${contentType}" data-original-dimensions="${width}x${height}"`
  if (!isReady) return `<img class="${LOADING}" ${facts} src="/${LOADING_IMAGE}">`
  const address = escapeAttribute(`/user_uploads/thumbnail/${encodeURI(path)}/${thumbnail}`)
  const original = transcoded === undefined ? '' : ` data-transcoded-image="${transcoded}"`
  // With `data-animated`, clients ask for the animated version, which does not exist for a still.
  const kind = isAnimated ? 'data-animated' : isStillOfAnimation ? 'data-still-of-animation' : undefined
  const animation = kind === undefined ? '' : `${kind}="true" `
  return `<img ${animation}${facts}${original} src="${address}">`
}

const unescapeAttribute = (attribute: string): string =>
  attribute.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')
