/** Which addresses a link may have, and what they become. */

const allowedSchemes = new Set(['http', 'https', 'mailto', 'sms', 'tel'])
const imagePath = /\.(?:bmp|gif|jpe|jpe?g|png|webp)$/i
/** Browsers do not show them, or not all do. */
const uploadedImagePath = /\.(?:avif|heic|heif|tiff?)$/i
const videoPath = /\.(?:mp4|webm)$/i

/** Browsers drop or trim these before they read a URL's scheme. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const ignoredByBrowsers = /[\u0000-\u001f\u007f-\u009f]/g

/**
 * The address a link written as `written` leads to; undefined when it has a scheme that is not
 * allowed or nothing in it. Without a scheme it is taken as e-mail when it has an `@`, else as http.
 * Addresses inside the realm become relative to `rootUrl`.
 */
export function linkAddress(written: string, rootUrl: string): string | undefined {
  const url = written.replace(ignoredByBrowsers, '').trim().replaceAll(' ', '%20').replaceAll('\\', '%5C')
  if (url === '') return undefined
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(url)?.[1]
  if (scheme !== undefined) {
    return allowedSchemes.has(scheme.toLowerCase()) ? withinRealm(url, rootUrl) : undefined
  }
  if (url.startsWith('//')) return `http:${url}`
  if (url.startsWith('/') || url.startsWith('#')) return url
  if (!url.includes('/') && url.includes('@')) return `mailto:${url}`
  return `http://${url}`
}

function withinRealm(url: string, rootUrl: string): string {
  const prefix = `${rootUrl}/`
  const isInternal = url.startsWith(`${prefix}#`) || url.startsWith(`${prefix}user_uploads/`)
  return isInternal ? url.slice(prefix.length) : url
}

/** Whether an address names an image by its path's extension. */
export function isImageAddress(address: string): boolean {
  return imagePath.test(pathOf(address))
}

/** Whether an address, or the name of a file, is that of a picture that can be shown once it is uploaded. */
export function isUploadedImageAddress(address: string): boolean {
  return isImageAddress(address) || uploadedImagePath.test(pathOf(address))
}

/** Whether an address names a film by its path's extension. */
export function isVideoAddress(address: string): boolean {
  return videoPath.test(pathOf(address))
}

/**
 * The address below `/user_uploads/` of the uploaded file that an address of ours leads to; undefined for
 * others. It is unescaped, as the file's own address is kept.
 */
export function uploadOf(address: string): string | undefined {
  const path = /^\/?user_uploads\/(?!temporary\/|thumbnail\/)([^?#]+)/.exec(address)?.[1]
  if (path === undefined) return undefined
  try {
    return decodeURIComponent(path).normalize()
  } catch {
    return undefined
  }
}

const pathOf = (address: string): string => address.replace(/[?#].*$/s, '')
