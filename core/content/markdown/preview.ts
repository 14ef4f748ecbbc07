import { isImageAddress, isUploadedImageAddress, isVideoAddress } from './address.ts'
import { escapeAttribute, escapeText } from './escape.ts'
import { maxPageAddress, maxPages } from './limits.ts'
import type { RenderState } from './state.ts'

/** A link whose picture or film is shown below it. */
export interface Preview {
  href: string
  /** What the link is called, when that is not its address. */
  title: string | undefined
}

/**
 * Notes a link that a preview belongs to, for the block it stands in: each address once in a message,
 * none inside a quote, and only as many as a message may have.
 */
export function notePreview(state: RenderState, href: string, text: string): void {
  if (state.context.inlineImagePreview !== true || state.quoteDepth > 0 || state.previewsLeft === 0) return
  if (!isMedia(href, state) || state.previewed.has(href)) return
  state.previewsLeft -= 1
  state.previewed.add(href)
  state.previews.push({ href, title: text === href ? undefined : text })
}

/** Notes a link to a page elsewhere, whose preview can be shown once it is known what the page says of itself. */
export function notePage({ context, quoteDepth, pages, previewed }: RenderState, href: string): void {
  if (context.notesPages !== true || quoteDepth > 0 || pages.size === maxPages) return
  const isElsewhere = /^https?:\/\//i.test(href) && !href.startsWith(`${context.rootUrl}/`)
  if (isElsewhere && !previewed.has(href) && href.length <= maxPageAddress) pages.add(href)
}

/** Writes the previews noted since it was last called. */
export function takePreviews(state: RenderState): string {
  return state.previews.length === 0
    ? ''
    : state.previews
        .splice(0)
        .map((preview) => write(preview, state))
        .join('')
}

/** Whether a text's HTML is just one link by its address, of which a preview is about to be written. */
export function isOnlyPreviewed(html: string, { previews }: RenderState): boolean {
  const [only] = previews
  if (only === undefined || previews.length > 1 || only.title !== undefined) return false
  if (youtubeId(only.href) !== undefined) return false
  return html === `<a href="${escapeAttribute(only.href)}">${escapeText(only.href)}</a>`
}

/** Of a film there, whose first picture is shown. */
const youtubeId = (href: string): string | undefined =>
  /^https?:\/\/(?:(?:www\.|m\.)?youtube(?:-nocookie)?\.com\/(?:watch\?(?:[^#]*&)?v=|embed\/|shorts\/|v\/)|youtu\.be\/)([\w-]{11})(?![\w-])/i.exec(
    href,
  )?.[1]

/** A film somewhere else can only be shown through the realm's proxy. */
function isMedia(href: string, { context }: RenderState): boolean {
  if (isUpload(href)) return isUploadedImageAddress(href) || isVideoAddress(href)
  if (!/^https?:\/\//i.test(href)) return false
  if (isImageAddress(href)) return true
  if (isVideoAddress(href)) return context.mediaProxy !== undefined
  return context.imageSource !== undefined && youtubeId(href) !== undefined
}

const isUpload = (href: string): boolean => /^\/?user_uploads\//.test(href)

function write({ href, title }: Preview, state: RenderState): string {
  const address = escapeAttribute(href)
  const name = title === undefined ? '' : ` title="${escapeAttribute(title)}"`
  const open = `<a href="${address}"${name}>`
  const youtube = youtubeId(href)
  if (youtube !== undefined) {
    const picture = `https://i.ytimg.com/vi/${youtube}/mqdefault.jpg`
    const source = escapeAttribute(state.context.imageSource?.(picture) ?? picture)
    return `<div class="youtube-video message_inline_image"><a data-id="${youtube}" href="${address}"><img src="${source}"></a></div>`
  }
  if (isVideoAddress(href)) {
    const source = isUpload(href)
      ? `src="${address}"`
      : `src="${escapeAttribute(state.context.mediaProxy?.(href) ?? href)}"`
    const original = isUpload(href) ? '' : `data-video-original-url="${address}" `
    return `<div class="message_inline_image message_inline_video">${open}<video ${original}preload="metadata" ${source}></video></a></div>`
  }
  return `<div class="message_inline_image">${open}<img ${imageSource(href, state)}></a></div>`
}

/**
 * An upload stays as it is until it is known what it is (`upload-previews.ts`); any other picture is shown through
 * the server, which hides who looks at it.
 */
function imageSource(href: string, { context }: RenderState): string {
  if (isUpload(href)) return `src="${escapeAttribute(href)}"`
  if (context.imageSource !== undefined) return `src="${escapeAttribute(context.imageSource(href))}"`
  const thumbnail = (size: string) => `"/thumbnail?url=${encodeAll(href)}&amp;size=${size}"`
  return `data-src-fullsize=${thumbnail('full')} src=${thumbnail('thumbnail')}`
}

const encodeAll = (text: string): string =>
  encodeURIComponent(text).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
