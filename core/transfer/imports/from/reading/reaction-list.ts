import { emojiOfOtherProduct } from '../marks/emoji-names.ts'
import { missingFrom } from './note-texts.ts'
import { TextNumbers } from './numbers/number-map.ts'
import type { ArchiveRecord, ReadingContext } from './reader.ts'
import { SortedLines } from './sorted-lines.ts'

/**
 * The emoji of a name in another product; undefined for an unknown one. `customIds`: the ids of custom emoji
 * by their names in the archive.
 */
export function emojiNamed(name: string, customIds: ReadonlyMap<string, number>) {
  const custom = customIds.get(name)
  if (custom !== undefined) return { emoji_name: name, emoji_code: custom, reaction_type: 'realm_emoji' }
  const emoji = emojiOfOtherProduct(name)
  return emoji && { emoji_name: emoji.names[0], emoji_code: emoji.code, reaction_type: 'unicode_emoji' }
}

/** The reactions of an archive that names emoji, on disk. */
export class ReactionList {
  readonly #context: ReadingContext
  readonly #customIds: ReadonlyMap<string, number>
  readonly #lines: SortedLines

  /** `customIds`: the ids of custom emoji by their names in the archive. */
  constructor(context: ReadingContext, customIds: ReadonlyMap<string, number> = new Map()) {
    this.#context = context
    this.#customIds = customIds
    this.#lines = new SortedLines(context.work, 'reactions')
  }

  /** Adds a reaction. `user`: undefined when the archive lacks the person. */
  async add(message: number, user: number | undefined, name: string): Promise<void> {
    const emoji = emojiNamed(name, this.#customIds)
    if (user === undefined || emoji === undefined) {
      const { report } = this.#context
      report.found('reactions')
      report.leftOut(missingFrom('reactions', user === undefined ? 'user' : 'emoji'), name)
      return
    }
    await this.#lines.add(message, JSON.stringify({ user_id: user, ...emoji }))
  }

  /** Yields the reactions by message, each person's once. */
  async *records(): AsyncGenerator<ArchiveRecord> {
    let message = 0
    const known = new TextNumbers()
    for await (const { key, text } of this.#lines.read()) {
      if (key !== message) known.clear()
      message = key
      if (!known.add(text).isNew) continue
      yield { table: 'reaction', row: { message_id: key, ...JSON.parse(text) } }
    }
  }
}
