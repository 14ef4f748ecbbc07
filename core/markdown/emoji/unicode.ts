import { type Gemoji, gemoji } from 'gemoji'
import { differingNames } from './differing-names.ts'

/** A Unicode emoji as the dialect names it. */
export interface UnicodeEmoji {
  /** Its code points in hexadecimal without variation selectors, joined by dashes: `0023-20e3`. */
  readonly code: string
  /** The one name it is written with, as in `thumbs_up`; others may be taken for it. */
  readonly name: string
}

const byCode = new Map<string, UnicodeEmoji>()
const byName = new Map<string, UnicodeEmoji>()

/** The emoji called `name`, by its canonical name or another. */
export const unicodeEmojiByName = (name: string): UnicodeEmoji | undefined => byName.get(name)

/** The emoji with that code. */
export const unicodeEmojiByCode = (code: string): UnicodeEmoji | undefined => byCode.get(code)

/** The code of a sequence of characters that may be an emoji. */
export function codeOf(characters: string): string {
  return Array.from(characters.replaceAll('\ufe0f', ''), (character) =>
    character.codePointAt(0)!.toString(16).padStart(4, '0'),
  ).join('-')
}

function add(code: string, [name, ...others]: readonly string[]): void {
  if (name === undefined || byCode.has(code)) return
  const emoji = { code, name }
  byCode.set(code, emoji)
  for (const each of [name, ...others]) if (!byName.has(each)) byName.set(each, emoji)
}

/** A flag has its country's name, then as anything else the names GitHub gives it: those still free. */
function freeNames({ names, description }: Gemoji): string[] {
  const country = description.startsWith('flag: ') ? [asName(description.slice('flag: '.length))] : []
  return [...country, ...names].filter((name) => !byName.has(name))
}

function asName(description: string): string {
  const plain = description.normalize('NFD').replace(/[^\w\s-]/g, '')
  return plain.toLowerCase().replace(/\W+/g, '_')
}

for (const [code, names] of Object.entries(differingNames)) add(code, names.split(' '))
for (const entry of gemoji) {
  const free = freeNames(entry)
  add(codeOf(entry.emoji), free.length > 0 ? free : [asName(entry.description)])
}

/** All names of every emoji by its code, the one it is written with first. */
export function namesByCode(): Record<string, string[]> {
  const names: Record<string, string[]> = {}
  for (const { code, name } of byCode.values()) names[code] = [name]
  for (const [name, { code, name: written }] of byName) if (name !== written) names[code]!.push(name)
  return names
}
