const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

const entity = (character: string): string => entities[character]!

/** Text as the content of an element; quotes stay as they are. */
export const escapeText = (text: string): string => text.replace(/[&<>]/g, entity)

/** Text inside a double-quoted attribute. */
export const escapeAttribute = (text: string): string => text.replace(/[&<>"]/g, entity)

/** Text of a code block; quotes are escaped too, as highlighters do. */
export const escapeCode = (text: string): string => text.replace(/[&<>"']/g, entity)
