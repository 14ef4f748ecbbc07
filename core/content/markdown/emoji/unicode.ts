import { createRequire } from 'node:module'
import { emojiNames } from './names.ts'

/** A Unicode emoji as clients of this protocol family name it. */
export interface UnicodeEmoji {
  /** Its code points in hexadecimal without variation selectors, joined by dashes: `0023-20e3`. */
  readonly code: string
  /** All its names. The server writes the first, and accepts the others. */
  readonly names: readonly [string, ...string[]]
  /**
   * The characters of an emoji that the family has no names for. Its clients have no pictures of these either, so
   * they are shown as text. Undefined for all others.
   */
  readonly characters?: string
}

const byCode = new Map<string, UnicodeEmoji>()
const byName = new Map<string, UnicodeEmoji>()

/** The emoji with that name, the first or another. */
export const unicodeEmojiByName = (name: string): UnicodeEmoji | undefined => byName.get(name)

/** The emoji with that code. */
export const unicodeEmojiByCode = (code: string): UnicodeEmoji | undefined => byCode.get(code)

/** The code of a sequence of characters that may be an emoji. */
export function codeOf(characters: string): string {
  return Array.from(characters.replaceAll('\ufe0f', ''), (character) =>
    character.codePointAt(0)!.toString(16).padStart(4, '0'),
  ).join('-')
}

/** All names of every emoji by its code, the one it is written with first. */
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

/** Emoji that the family has no names for have those of the Unicode Consortium. */
const unicodeNames: Record<string, { slug: string }> = createRequire(import.meta.url)('unicode-emoji-json')
for (const [characters, { slug }] of Object.entries(unicodeNames)) {
  const code = codeOf(characters)
  if (!byCode.has(code) && !byName.has(slug)) add({ code, names: [slug], characters })
}
