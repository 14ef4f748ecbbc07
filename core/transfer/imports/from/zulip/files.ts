import type { Readable } from 'node:stream'
import { MAX_FILE_NAME_LENGTH } from '../../../../../config/limits.ts'
import { isUploadedImageAddress } from '../../../../content/markdown/rendering/address.ts'
import { typeOf } from '../../../../content/uploads/content-type.ts'
import type { UploadedPicture } from '../../../../content/uploads/pictures.ts'
import type { Row } from '../../../exports/archive/column.ts'
import { accountRecord } from '../reading/avatars.ts'
import { CustomEmojiList } from '../reading/custom-emoji.ts'
import { type Fields, fieldOf, idIn, isFields, listOf, longIdIn } from '../reading/fields.ts'
import { hashedName } from '../reading/hashed-name.ts'
import { TextNumbers } from '../reading/numbers/number-map.ts'
import { bytesOf, readPictureBytes } from '../reading/pictures.ts'
import type { ArchiveRecord, ReadingContext } from '../reading/reader.ts'
import { SortedLines } from '../reading/sorted-lines.ts'
import { shortened, storable, textOf } from '../reading/texts.ts'
import type { Times } from '../reading/times.ts'
import { jsonRows } from '../source/json-rows.ts'
import type { SourceFile } from '../source/source.ts'
import type { ZulipTables } from './tables.ts'

const IMAGES = ['icon', 'logo', 'night_logo'] as const
const UPLOADED = 'U'
/** A path below `/user_uploads/` that the import accepts. */
const UPLOAD_PATH = /^\d+(?:\/[^/]+){2,4}$/

/** The uploads, avatars, custom emoji and pictures of a Zulip archive. */
export class ZulipFiles {
  readonly #context: ReadingContext
  readonly #root: string
  readonly #realm: number
  readonly #times: Times
  /** The files of avatars by person. */
  readonly #avatars = new Map<number, SourceFile>()
  readonly #types = new Map<string, string>()
  readonly #pictures = new Map<string, UploadedPicture>()
  readonly emoji: CustomEmojiList

  /** `root`: the folder of the archive, with a slash. `realm`: the id of the organization there. */
  constructor(context: ReadingContext, root: string, realm: number, times: Times) {
    this.#context = context
    this.#root = root
    this.#realm = realm
    this.#times = times
    this.emoji = new CustomEmojiList(context, realm)
  }

  /** Reads the data that messages need: the emoji, and the sizes of pictures. */
  async survey(tables: ZulipTables): Promise<void> {
    await this.#surveyAvatars(tables)
    await this.#surveyEmoji(tables)
    for await (const record of this.#records('uploads')) {
      if (typeof record.content_type === 'string') this.#types.set(textOf(record.path), record.content_type)
    }
    const { pictures } = this.#context
    for await (const row of this.#attachments()) {
      const path = textOf(row.path_id)
      const file = this.#upload(path)
      if (file === undefined || !isUploadedImageAddress(path)) continue
      const bytes = await readPictureBytes(file)
      const facts = bytes === undefined ? undefined : await pictures.facts(bytes)
      if (facts !== undefined) this.#pictures.set(path, { ...facts, isReady: false })
    }
  }

  readonly pictureAt = (path: string): UploadedPicture | undefined => this.#pictures.get(path)

  /** Completes the record of an account with its avatar. */
  withAvatar(row: Row): Promise<ArchiveRecord> {
    return accountRecord(row, this.#avatars.get(Number(row.id)), this.#realm, this.#context)
  }

  /** The pictures of the organization: the column and the files of its record. */
  async realmImages(realm: Fields): Promise<{ images: Row; files: NonNullable<ArchiveRecord['files']> }> {
    const images: Record<string, unknown> = {}
    const files: Record<string, () => Readable> = {}
    for (const name of IMAGES) {
      if (realm[`${name}_source`] !== UPLOADED) continue
      const file = await this.#realmPicture(name)
      const bytes = file === undefined ? undefined : await readPictureBytes(file)
      const { pictures, report } = this.#context
      const make = name === 'icon' ? pictures.icon : pictures.logo
      const made = bytes === undefined ? undefined : await make(bytes)
      if (made === undefined) {
        report.leftOut('pictures of the organization that are missing or no pictures', name)
        continue
      }
      const version = Math.max(1, idIn(realm[`${name}_version`]))
      images[name] = { path: `${this.#realm}/realm/${hashedName(file!.name)}.png`, version }
      files[name] = bytesOf(made)
    }
    return { images, files }
  }

  /** Yields the records of attachments, their pictures, their messages and the space that they take. */
  async *attachmentRecords(
    hasPerson: (id: number) => boolean,
    someone: number,
  ): AsyncGenerator<ArchiveRecord> {
    const { report, work } = this.#context
    const rows = new SortedLines(work, 'attachments')
    for await (const row of this.#attachments()) await rows.add(longIdIn(row.id), JSON.stringify(row))
    const pictures = new SortedLines(work, 'attachment-pictures')
    const links = new SortedLines(work, 'attachment-messages')
    const paths = new TextNumbers()
    let used = 0
    for await (const { key: id, text } of rows.read()) {
      const row = JSON.parse(text) as Fields
      const path = textOf(row.path_id)
      const file = this.#upload(path)
      const isUsable = UPLOAD_PATH.test(path) && path.startsWith(`${this.#realm}/`) && storable(path) === path
      if (id === 0 || file === undefined || !isUsable || !paths.add(path).isNew) {
        report.found('files')
        report.leftOut(file === undefined ? 'files whose bytes are missing' : 'files with a wrong path', path)
        continue
      }
      used += file.size
      yield this.#attachmentRecord(id, row, path, file, hasPerson, someone)
      const picture = this.#pictures.get(path)
      if (picture !== undefined) await pictures.add(id, JSON.stringify(picture))
      for (const message of listOf(row.messages)) await links.add(id, String(longIdIn(message)))
    }
    for await (const { key, text } of pictures.read()) {
      const { contentType: content_type, width, height, frames } = JSON.parse(text) as UploadedPicture
      yield {
        table: 'attachment_picture',
        row: { attachment_id: key, content_type, width, height, frames, is_ready: false },
      }
    }
    for await (const { key, text } of links.read()) {
      yield { table: 'attachment_message', row: { attachment_id: key, message_id: Number(text) } }
    }
    yield { table: 'upload_space', row: { used_bytes: used } }
  }

  #attachmentRecord(
    id: number,
    row: Fields,
    path: string,
    file: SourceFile,
    hasPerson: (id: number) => boolean,
    someone: number,
  ): ArchiveRecord {
    const owner = idIn(row.owner)
    const name = shortened(storable(textOf(fieldOf(row, 'file_name', 'path_id'))), MAX_FILE_NAME_LENGTH)
    const created = this.#times.text(row.create_time)
    const type = this.#types.get(path) ?? this.#pictures.get(path)?.contentType ?? ''
    return {
      table: 'attachment',
      row: {
        id,
        owner_id: hasPerson(owner) ? owner : someone,
        name,
        path_id: path,
        storage_key: `import-${id}`,
        content_type: typeOf(type, name),
        size: file.size,
        created_at: created,
        released_at: listOf(row.messages).length === 0 ? created : null,
      },
      files: { file: () => file.open() },
    }
  }

  #upload(path: string): SourceFile | undefined {
    return this.#context.source.files.get(`${this.#root}uploads/${path}`)
  }

  async *#attachments(): AsyncGenerator<Fields> {
    const file = this.#context.source.files.get(`${this.#root}attachment.json`)
    if (file === undefined) return
    for await (const { table, rows } of jsonRows(file)) {
      if (table === 'zerver_attachment') for (const row of rows) if (isFields(row)) yield row
    }
  }

  /** The entries of `records.json` in a folder; none when the archive lacks it. */
  async *#records(folder: string): AsyncGenerator<Fields> {
    const file = this.#context.source.files.get(`${this.#root}${folder}/records.json`)
    if (file === undefined) return
    for await (const { rows } of jsonRows(file)) for (const row of rows) if (isFields(row)) yield row
  }

  async #surveyAvatars(tables: ZulipTables): Promise<void> {
    const uploaded = new Set(
      tables
        .get('zerver_userprofile')
        .flatMap((row) => (row.avatar_source === UPLOADED ? [idIn(row.id)] : [])),
    )
    for await (const record of this.#records('avatars')) {
      const user = idIn(record.user_profile_id)
      const path = textOf(record.path)
      const file = this.#context.source.files.get(`${this.#root}avatars/${path}`)
      if (file === undefined || !uploaded.has(user)) continue
      // The picture as it was uploaded is the largest.
      if (!this.#avatars.has(user) || path.endsWith('.original')) this.#avatars.set(user, file)
    }
  }

  async #realmPicture(name: (typeof IMAGES)[number]): Promise<SourceFile | undefined> {
    let found: SourceFile | undefined
    for await (const record of this.#records('realm_icons')) {
      const path = textOf(record.path)
      const [base = ''] = path.slice(path.lastIndexOf('/') + 1).split('.')
      const file = this.#context.source.files.get(`${this.#root}realm_icons/${path}`)
      if (file !== undefined && base === name && (found === undefined || path.endsWith('.original')))
        found = file
    }
    return found
  }

  async #surveyEmoji(tables: ZulipTables): Promise<void> {
    const files = new Map<string, SourceFile>()
    for await (const record of this.#records('emoji')) {
      const path = textOf(record.path)
      const file = this.#context.source.files.get(`${this.#root}emoji/${path}`)
      const name = textOf(record.file_name).replace(/\.original$/, '')
      if (file !== undefined && (!files.has(name) || path.endsWith('.original'))) files.set(name, file)
    }
    const rows = [...tables.get('zerver_realmemoji')].sort((a, b) => idIn(a.id) - idIn(b.id))
    for (const row of rows) {
      await this.emoji.add({
        id: idIn(row.id),
        name: textOf(row.name),
        file: files.get(textOf(row.file_name)),
        author: idIn(row.author),
        isDeactivated: row.deactivated === true,
      })
    }
  }
}
