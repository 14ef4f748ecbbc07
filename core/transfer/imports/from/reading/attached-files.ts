import { isUploadedImageAddress } from '../../../../content/markdown/rendering/address.ts'
import { typeOf } from '../../../../content/uploads/content-type.ts'
import { displayName, safeName } from '../../../../content/uploads/file-name.ts'
import type { UploadedPicture } from '../../../../content/uploads/pictures.ts'
import type { SourceFile } from '../source/source.ts'
import { hashedName } from './hashed-name.ts'
import { TextNumbers } from './numbers/number-map.ts'
import { readPictureBytes } from './pictures.ts'
import type { ArchiveRecord, ReadingContext } from './reader.ts'
import { SortedLines } from './sorted-lines.ts'
import { storable } from './texts.ts'
import { timeText } from './times.ts'

/** A file that a message attaches. */
export interface GivenFile {
  readonly file: SourceFile
  /** As people see it. */
  readonly name: string
  /** The type, when the archive states one. */
  readonly contentType?: string
  readonly owner: number
  readonly message: number
  /** Unix seconds. */
  readonly sent: number
}

/** Finds the files of an archive, and others that were added, by their names. */
export type FilesByName = Pick<ReadonlyMap<string, SourceFile>, 'get'>

/** A file as a message links it. */
export interface LinkedFile {
  readonly markdown: string
  /** Below `/user_uploads/`. */
  readonly path: string
  readonly picture: UploadedPicture | undefined
}

/** The files that the messages of an archive attach. Their rows are on disk. */
export class AttachedFiles {
  readonly #context: ReadingContext
  readonly #realm: number
  readonly #files: FilesByName
  /** The ids of files by their names in the archive. */
  readonly #ids = new TextNumbers()
  readonly #rows: SortedLines
  readonly #pictures: SortedLines
  readonly #links: SortedLines
  #used = 0

  /** `realm`: the id of the organization in the archive. `files`: all files that can be added, by name. */
  constructor(context: ReadingContext, realm: number, files: FilesByName) {
    this.#context = context
    this.#files = files
    this.#realm = realm
    this.#rows = new SortedLines(context.work, 'files')
    this.#pictures = new SortedLines(context.work, 'file-pictures')
    this.#links = new SortedLines(context.work, 'file-messages')
  }

  /** Attaches a file to a message. A file that an earlier message attaches is stored once. */
  async add({ file, name: given, contentType = '', owner, message, sent }: GivenFile): Promise<LinkedFile> {
    const name = displayName(storable(given))
    const hash = hashedName(file.name)
    const path = `${this.#realm}/${hash.slice(0, 2)}/${hash.slice(2)}/${safeName(name)}`
    const picture = await this.#pictureOf(file, path)
    const { number: id, isNew } = this.#ids.add(path)
    if (isNew) {
      this.#used += file.size
      const row = {
        id,
        owner_id: owner,
        name,
        path_id: path,
        storage_key: `import-${id}`,
        content_type: typeOf(contentType || (picture?.contentType ?? ''), name),
        size: file.size,
        created_at: timeText(sent),
        released_at: null,
      }
      await this.#rows.add(id, JSON.stringify({ source: file.name, row }))
      if (picture !== undefined) await this.#pictures.add(id, JSON.stringify(picture))
    }
    await this.#links.add(id, String(message))
    const label = name.replace(/[[\]\\`*_]/g, ' ').trim() || 'file'
    return { markdown: `[${label}](/user_uploads/${encodeURI(path)})`, path, picture }
  }

  /** Yields the records of files, their pictures, their messages and the space that they take. */
  async *records(): AsyncGenerator<ArchiveRecord> {
    for await (const { text } of this.#rows.read()) {
      const { source, row } = JSON.parse(text)
      yield { table: 'attachment', row, files: { file: () => this.#files.get(source)!.open() } }
    }
    for await (const { key, text } of this.#pictures.read()) {
      const { contentType: content_type, width, height, frames } = JSON.parse(text) as UploadedPicture
      yield {
        table: 'attachment_picture',
        row: { attachment_id: key, content_type, width, height, frames, is_ready: false },
      }
    }
    for await (const { key, text } of this.#links.read()) {
      yield { table: 'attachment_message', row: { attachment_id: key, message_id: Number(text) } }
    }
    yield { table: 'upload_space', row: { used_bytes: this.#used } }
  }

  async #pictureOf(file: SourceFile, path: string): Promise<UploadedPicture | undefined> {
    if (!isUploadedImageAddress(path)) return undefined
    const bytes = await readPictureBytes(file)
    const facts = bytes === undefined ? undefined : await this.#context.pictures.facts(bytes)
    return facts && { ...facts, isReady: false }
  }
}
