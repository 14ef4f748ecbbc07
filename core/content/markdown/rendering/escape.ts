const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

const entity = (character: string): string => entities[character]!

/** Escapes text for the content of an element. Leaves quotes unescaped. */
export const escapeText = (text: string): string => text.replace(/[&<>]/g, entity)

/** Escapes text for a double-quoted attribute. */
export const escapeAttribute = (text: string): string => text.replace(/[&<>"]/g, entity)

/** Escapes text for a code block. Escapes quotes too, as Pygments does. */
export const escapeCode = (text: string): string => text.replace(/[&<>"']/g, entity)
