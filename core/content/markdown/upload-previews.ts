import { uploadOf } from './address.ts'
import { escapeAttribute } from './escape.ts'

/** How an uploaded picture is shown below the message that links it. */
export interface ShownPicture {
  readonly contentType: string
  /** In pixels, upright. */
  readonly width: number
  readonly height: number
  readonly isAnimated: boolean
  /** The names of its smaller version, and of the one that stands for it where it cannot be shown itself. */
  readonly thumbnail: string
  readonly transcoded: string | undefined
  /** Whether they are there. */
  readonly isReady: boolean
}

const LOADING = 'image-loading-placeholder'
/** Below `/`; clients know a picture that is not there yet by its class, and by this address. */
export const LOADING_IMAGE = 'static/images/loading/loader-black.svg'

/** As `preview.ts` writes them; no text of a message can look like it, for its brackets and quotes are escaped. */
const PREVIEW =
  /<div class="message_inline_image">(<a href="(\/?user_uploads\/[^"]*)"( title="[^"]*")?>)<img [^>]*><\/a><\/div>/g

/** Whether a message shows a picture that is not there yet. */
export const isLoading = (html: string): boolean => html.includes(`<img class="${LOADING}"`)

/**
 * A message's HTML with all pictures of uploads that it shows as they are now (spec.md FL 276). Of what is no
 * picture, or none that the message may show, only the link stays. Idempotent.
 */
export function showUploads(
  html: string,
  pictureAt: (uploadPath: string) => ShownPicture | undefined,
): string {
  const shown = html.replace(
    PREVIEW,
    (whole, open: string, href: string, title: string | undefined, at: number) => {
      const path = uploadOf(unescaped(href))
      const picture = path === undefined ? undefined : pictureAt(path)
      if (path !== undefined && picture !== undefined) {
        return `<div class="message_inline_image">${open}${image(path, picture)}</a></div>`
      }
      if (title !== undefined) return ''
      // A paragraph of nothing but the link has been left out: the picture stood for it.
      const link = `<a href="${href}">${href}</a>`
      const others = html.slice(0, at) + html.slice(at + whole.length)
      return others.includes(link) ? '' : `<p>${link}</p>`
    },
  )
  return shown.replace(/\n$/, '')
}

function image(path: string, picture: ShownPicture): string {
  const { contentType, width, height, isAnimated, isReady, thumbnail, transcoded } = picture
  const facts = `data-original-content-type="${contentType}" data-original-dimensions="${width}x${height}"`
  if (!isReady) return `<img class="${LOADING}" ${facts} src="/${LOADING_IMAGE}">`
  const address = escapeAttribute(`/user_uploads/thumbnail/${encodeURI(path)}/${thumbnail}`)
  const stands = transcoded === undefined ? '' : ` data-transcoded-image="${transcoded}"`
  return `<img ${isAnimated ? 'data-animated="true" ' : ''}${facts}${stands} src="${address}">`
}

const unescaped = (attribute: string): string =>
  attribute.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')
