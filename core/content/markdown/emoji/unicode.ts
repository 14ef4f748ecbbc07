import { createRequire } from 'node:module'
import { emojiNames } from './names.ts'

/** A Unicode emoji under the names that clients use. */
export interface UnicodeEmoji {
  /** Its code points in hexadecimal without variation selectors, joined by dashes: `0023-20e3`. */
  readonly code: string
  /** All its names. The server writes the first and accepts the others. */
  readonly names: readonly [string, ...string[]]
  /**
   * The characters of an emoji that clients have no name for. They have no image of it either, so it is shown
   * as text. Undefined for all other emoji.
   */
  readonly characters?: string
}

const byCode = new Map<string, UnicodeEmoji>()
const byName = new Map<string, UnicodeEmoji>()

/** Finds an emoji by any of its names. */
export const unicodeEmojiByName = (name: string): UnicodeEmoji | undefined => byName.get(name)

/** Finds an emoji by its code. */
export const unicodeEmojiByCode = (code: string): UnicodeEmoji | undefined => byCode.get(code)

/** Returns the code of a sequence of characters, whether or not it is an emoji. */
export function codeOf(characters: string): string {
  return Array.from(characters.replaceAll('\ufe0f', ''), (character) =>
    character.codePointAt(0)!.toString(16).padStart(4, '0'),
  ).join('-')
}

/** Returns the names of every emoji by its code; the server writes the first. */
export function namesByCode(): Record<string, readonly string[]> {
  return Object.fromEntries(Array.from(byCode.values(), ({ code, names }) => [code, names]))
}

function add(emoji: UnicodeEmoji): void {
  byCode.set(emoji.code, emoji)
  for (const name of emoji.names) byName.set(name, emoji)
}

for (const line of emojiNames.trim().split('\n')) {
  const [code, name, ...others] = line.split(' ') as [string, string, ...string[]]
  add({ code, names: [name, ...others] })
}

/** Emoji that clients have no name for get the name from the Unicode Consortium. */
const unicodeNames: Record<string, { slug: string }> = createRequire(import.meta.url)('unicode-emoji-json')
for (const [characters, { slug }] of Object.entries(unicodeNames)) {
  const code = codeOf(characters)
  if (!byCode.has(code) && !byName.has(slug)) add({ code, names: [slug], characters })
}
