/** Checks and normalizes the addresses of links. */

const allowedSchemes = new Set(['http', 'https', 'mailto', 'sms', 'tel'])
const imagePath = /\.(?:bmp|gif|jpe|jpe?g|png|webp)$/i
/** Formats that not every browser can display. */
const uploadedImagePath = /\.(?:avifs?|heics?|heifs?|hif|tiff?)$/i
const videoPath = /\.(?:mp4|webm)$/i

/**
 * Control characters, which browsers remove before they read a URL's scheme, and invisible characters that
 * come with copied addresses. Joiners stay, because words of some languages need them.
 */
const invisible = /[^\P{Cc}]|[^\P{Cf}\u200c\u200d]/gu

/**
 * Returns the href for an address as the author typed it. Returns undefined when it is empty or its scheme is
 * not allowed. An address without a scheme becomes `mailto:` when it contains `@`, otherwise `http:`.
 * Addresses inside the realm, which has these host names, become relative.
 */
export function linkAddress(written: string, hosts: readonly string[]): string | undefined {
  const url = written.replace(invisible, '').trim().replaceAll(' ', '%20').replaceAll('\\', '%5C')
  if (url === '') return undefined
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(url)?.[1]
  if (scheme !== undefined) {
    return allowedSchemes.has(scheme.toLowerCase()) ? withinRealm(url, hosts) : undefined
  }
  if (url.startsWith('//')) return withinRealm(`http:${url}`, hosts)
  if (url.startsWith('/') || url.startsWith('#')) return url
  if (!url.includes('/') && url.includes('@')) return `mailto:${url}`
  return withinRealm(`http://${url}`, hosts)
}

function withinRealm(url: string, hosts: readonly string[]): string {
  const path = pathWithinRealm(url, hosts)
  return path !== undefined && /^(?:#|user_uploads\/)/.test(path) ? path : url
}

/**
 * The rest of a URL after the realm's host and a slash, by http or https; undefined for URLs of other sites.
 */
export function pathWithinRealm(url: string, hosts: readonly string[]): string | undefined {
  const [, s, host, path] = /^http(s?):\/\/([^/?#]*)(?:\/|(?=#))(.*)$/is.exec(url) ?? []
  if (host === undefined) return undefined
  const plain = host.toLowerCase().replace(s === '' ? /:80$/ : /:443$/, '')
  return hosts.includes(plain) ? path : undefined
}

/** Whether the address has the extension of an image. */
export function isImageAddress(address: string): boolean {
  return imagePath.test(pathOf(address))
}

/** Whether the address or file name has the extension of an image that the server can show after upload. */
export function isUploadedImageAddress(address: string): boolean {
  return isImageAddress(address) || uploadedImagePath.test(pathOf(address))
}

/** Whether the address has the extension of a video. */
export function isVideoAddress(address: string): boolean {
  return videoPath.test(pathOf(address))
}

/**
 * Returns the path below `/user_uploads/` that a realm-relative address points to, decoded. Returns undefined
 * for every other address.
 */
export function uploadPathOf(address: string): string | undefined {
  const path = /^\/?user_uploads\/(?!temporary\/|thumbnail\/)(?:download\/)?([^?#]+)/.exec(address)?.[1]
  if (path === undefined) return undefined
  try {
    return decodeURIComponent(path).normalize()
  } catch {
    return undefined
  }
}

const pathOf = (address: string): string => address.replace(/[?#].*$/s, '')
