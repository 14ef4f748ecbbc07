/** Escapes text for a fragment in Zulip's format: percent signs become dots. */
export const escaped = (text: string): string =>
  encodeURIComponent(text)
    .replace(/[.!*'()]/g, (found) => `%${found.charCodeAt(0).toString(16).toUpperCase()}`)
    .replaceAll('%', '.')

/**
 * The text of a part of a fragment. Bytes are written with dots or, by browsers and other programs, with
 * percent signs. Signs that stand for no text stay as they are, for example the dot of `v1.x`.
 */
export const unescaped = (text: string): string => text.replace(CHARACTER, decoded)

/** A character in UTF-8, of one to four bytes. */
const CHARACTER =
  /[.%][0-7][\da-f]|[.%][cd][\da-f](?:[.%][89ab][\da-f])|[.%]e[\da-f](?:[.%][89ab][\da-f]){2}|[.%]f[0-4](?:[.%][89ab][\da-f]){3}/gi

function decoded(bytes: string): string {
  try {
    return decodeURIComponent(bytes.replaceAll('.', '%'))
  } catch {
    return bytes
  }
}
