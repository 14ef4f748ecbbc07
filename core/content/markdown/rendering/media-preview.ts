import { isImageAddress, isUploadedImageAddress, isVideoAddress, pathWithinRealm } from './address.ts'
import { escapeAttribute, escapeText } from './escape.ts'
import { maxPageAddress, maxPages } from './limits.ts'
import type { Preview, RenderState } from './state.ts'

/**
 * Queues a preview for a link to media; `takePreviews` writes it below the current block. Each address gets
 * one preview a message, links in quotes get none, and a message has at most `maxPreviews`.
 */
export function queuePreview(state: RenderState, href: string, text: string): void {
  if (state.context.inlineImagePreview !== true || state.quoteDepth > 0 || state.previewsLeft === 0) return
  if (!isMedia(href, state) || state.previewed.has(href)) return
  state.previewsLeft -= 1
  state.previewed.add(href)
  state.previews.push({ href, title: text === href ? undefined : text })
}

/** Adds an external page to `state.pages`, for a link preview once its metadata is fetched. */
export function collectPage({ context, quoteDepth, pages, previewed }: RenderState, href: string): void {
  if (context.collectsPages !== true || quoteDepth > 0 || pages.size === maxPages) return
  const isExternal = /^https?:\/\//i.test(href) && pathWithinRealm(href, context.hosts) === undefined
  if (isExternal && !previewed.has(href) && href.length <= maxPageAddress) pages.add(href)
}

/** Returns the HTML of the queued previews and empties the queue. */
export function takePreviews(state: RenderState): string {
  return state.previews.length === 0
    ? ''
    : state.previews
        .splice(0)
        .map((preview) => write(preview, state))
        .join('')
}

/** Whether the HTML of a text is only one link, shown by its address, whose preview replaces it. */
export function isOnlyPreviewed(html: string, { previews }: RenderState): boolean {
  const [only] = previews
  if (only === undefined || previews.length > 1 || only.title !== undefined) return false
  if (youtubeId(only.href) !== undefined) return false
  return html === `<a href="${escapeAttribute(only.href)}">${escapeText(only.href)}</a>`
}

/** Returns the id of a YouTube video. Its preview is a still image. */
const youtubeId = (href: string): string | undefined =>
  /^https?:\/\/(?:(?:www\.|m\.)?youtube(?:-nocookie)?\.com\/(?:watch\?(?:[^#]*&)?v=|embed\/|shorts\/|v\/)|youtu\.be\/)([\w-]{11})(?![\w-])/i.exec(
    href,
  )?.[1]

/** Whether the link gets a preview. External videos need the server's proxy. */
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
 * Returns the `src` attribute of an image preview. `upload-previews.ts` replaces an upload's preview once its
 * thumbnail exists. External images load through the server, which hides the viewer.
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
