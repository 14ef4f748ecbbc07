import { BYTES, INLINE_TYPES } from '../../core/content/uploads/content-type.ts'

/** How a file is served: with its own type when that is safe to show, else as bytes to save. */
export function presentation(file: { name: string; contentType: string }, isDownload: boolean) {
  const isSafe = INLINE_TYPES.has(file.contentType)
  const disposition = isSafe && !isDownload ? 'inline' : 'attachment'
  return {
    contentType: isSafe ? withCharset(file.contentType) : BYTES,
    contentDisposition: `${disposition}; ${nameParameters(file.name)}`,
  }
}

const withCharset = (type: string): string => (type === 'text/plain' ? 'text/plain; charset=utf-8' : type)

/** The file name in ASCII for old programs, and in UTF-8 (RFC 6266). */
function nameParameters(name: string): string {
  const ascii = name.replace(/[^\x20-\x7e]|["\\%]/g, '_')
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `filename="${ascii}"; filename*=UTF-8''${encoded}`
}
