import { createReadStream } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { MAX_CUSTOM_EMOJI } from '../../../../../config/limits.ts'
import type { CustomEmoji } from '../../../../content/markdown/render.ts'
import { checkEmojiName } from '../../../../organization/emoji/add.ts'
import type { SourceFile } from '../source/source.ts'
import { hashedName } from './hashed-name.ts'
import { readPictureBytes } from './pictures.ts'
import type { ArchiveRecord, ReadingContext } from './reader.ts'

/** A custom emoji of an archive. */
export interface GivenEmoji {
  /** Its id in the archive; 0 for a wrong one. */
  readonly id: number
  readonly name: string
  /** Undefined when the archive lacks the picture. */
  readonly file: SourceFile | undefined
  readonly author: number | null
  readonly isDeactivated: boolean
}

interface StoredEmoji {
  readonly name: string
  readonly author: number | null
  readonly fileName: string
  readonly isDeactivated: boolean
  /** Paths of the made pictures on disk. */
  readonly image: string
  readonly still: string | undefined
}

/** The custom emoji of an archive, with pictures in our sizes. */
export class CustomEmojiList {
  readonly #context: ReadingContext
  readonly #realm: number
  readonly #stored = new Map<number, StoredEmoji>()
  readonly #byName = new Map<string, CustomEmoji>()

  /** `realm`: the id of the organization in the archive. */
  constructor(context: ReadingContext, realm: number) {
    this.#context = context
    this.#realm = realm
  }

  readonly byName = (name: string): CustomEmoji | undefined => this.#byName.get(name)

  has(id: number): boolean {
    return this.#stored.has(id)
  }

  /** Adds an emoji. Of two active ones with one name, the second is off. */
  async add({ id, name: given, file, author, isDeactivated: isOff }: GivenEmoji): Promise<void> {
    const { report, pictures, work } = this.#context
    const bytes = file === undefined ? undefined : await readPictureBytes(file)
    const made = bytes === undefined ? undefined : await pictures.emoji(bytes)
    if (made === undefined || id === 0 || this.#stored.has(id) || this.#stored.size >= MAX_CUSTOM_EMOJI) {
      report.found('custom emoji')
      report.leftOut('custom emoji without a picture or an id', given)
      return
    }
    const name = emojiName(given, id)
    if (name !== given) report.changed('names of custom emoji that are not allowed here', given)
    const isTaken = this.#byName.has(name)
    const isDeactivated = isOff || isTaken
    if (isTaken && !isOff) report.changed('the second custom emoji of a name is off', name)
    const fileName = `${hashedName(`emoji/${id}/${file!.name}`)}.${made.extension}`
    const image = join(work, `emoji-${id}`)
    await writeFile(image, made.image)
    const still = made.still === undefined ? undefined : join(work, `emoji-still-${id}`)
    if (still !== undefined) await writeFile(still, made.still!)
    this.#stored.set(id, { name, author, fileName, isDeactivated, image, still })
    if (!isDeactivated) {
      this.#byName.set(name, { id, url: `/user_avatars/${this.#realm}/emoji/images/${fileName}` })
    }
  }

  async *records(hasPerson: (id: number) => boolean): AsyncGenerator<ArchiveRecord> {
    for (const [id, { name, author, fileName, isDeactivated, image, still }] of this.#stored) {
      yield {
        table: 'realm_emoji',
        row: {
          id,
          name,
          author_id: author !== null && hasPerson(author) ? author : null,
          is_deactivated: isDeactivated,
          file_name: fileName,
          is_animated: still !== undefined,
        },
        files: {
          image: () => createReadStream(image),
          ...(still === undefined ? {} : { still: () => createReadStream(still) }),
        },
      }
    }
  }
}

function emojiName(given: string, id: number): string {
  const name = given
    .toLowerCase()
    .replace(/[^0-9a-z_-]+/g, '_')
    .slice(0, 60)
    .replace(/[_-]+$/, '')
  try {
    return checkEmojiName(name)
  } catch {
    return `emoji_${id}`
  }
}
