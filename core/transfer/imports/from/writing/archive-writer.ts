import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { LOQUAT_VERSION } from '../../../../../config/version.ts'
import type { Row } from '../../../exports/archive/column.ts'
import {
  type ArchivedFile,
  FORMAT,
  FORMAT_VERSION,
  type Manifest,
  PART_BYTES,
  PART_ROWS,
  type Part,
  partName,
} from '../../../exports/archive/manifest.ts'
import type { Table } from '../../../exports/archive/table.ts'
import { TABLES } from '../../../exports/archive/tables.ts'
import { ZipWriter } from '../../../exports/archive/zip-writer.ts'
import { ArchiveError } from '../../archive.ts'
import type { Kind } from '../reading/note-texts.ts'
import type { ArchiveRecord, ArchiveRecords, FormerRealm } from '../reading/reader.ts'
import type { Report } from '../reading/report.ts'
import { PartText } from './part-text.ts'
import { RecordChecks } from './record-checks.ts'

/** Names of tables as the report shows them. Tables without a name here are not counted. */
const SHOWN: Readonly<Record<string, Kind>> = {
  user_account: 'people and bots',
  user_group: 'groups',
  channel_folder: 'channel folders',
  channel: 'channels',
  subscription: 'subscriptions',
  conversation: 'conversations',
  message: 'messages',
  message_flag: 'personal flags of messages',
  reaction: 'reactions',
  submessage: 'votes and tasks',
  attachment: 'files',
  draft: 'drafts',
  saved_snippet: 'snippets',
  scheduled_message: 'scheduled messages',
  alert_word: 'alert words',
  user_topic: 'topic policies',
  muted_user: 'muted people',
  user_status: 'statuses',
  custom_profile_field: 'profile fields',
  custom_profile_field_value: 'values of profile fields',
  bot_service: 'webhooks of bots',
  linkifier: 'linkifiers',
  playground: 'playgrounds',
  realm_emoji: 'custom emoji',
  realm_domain: 'domains',
}

const MIB = 1024 ** 2

/** The tables of an archive in their order. */
const PLACES: ReadonlyMap<string, number> = new Map(TABLES.map(({ name }, index) => [name, index]))

/**
 * Writes the records of a reader as an archive of our own (docs/export-format.md), which the import then
 * checks and stores as any other. The same records give the same bytes in all parts. Leaves out records that
 * the import would refuse, each with a line in the report. Holds two parts in memory.
 */
export class ArchiveWriter {
  /** The archive is read once and deleted. */
  readonly #zip = new ZipWriter(1)
  readonly #written: Promise<void>
  readonly #realm: FormerRealm
  readonly #report: Report
  readonly #checks = new RecordChecks()
  readonly #tables: Manifest['tables'] = []
  readonly #files = { count: 0, bytes: 0, missing: 0 }
  #table: Table | undefined
  #columns: readonly string[] = []
  #parts: Part[] = []
  #rows = 0
  /**
   * The part that rows are added to, and those that may be compressed meanwhile. The bytes of a part are read
   * until the next entry begins.
   */
  #part = newPart()
  readonly #others = [newPart(), newPart()]
  #compressing: Promise<void> = Promise.resolve()

  constructor(path: string, realm: FormerRealm, report: Report) {
    this.#realm = realm
    this.#report = report
    this.#written = pipeline(this.#zip.output, createWriteStream(path))
    this.#written.catch(() => undefined) // it is awaited at the end
  }

  /** Adds records. Throws when the reader gives tables in another order than `TABLES`. */
  async add(records: ArchiveRecords): Promise<void> {
    for (const { table: name, row, files } of isList(records) ? records : [records]) {
      if (this.#table?.name !== name) await this.#beginTable(name, Object.keys(row))
      if (!this.#accepts(row)) continue
      if (this.#part.lines === PART_ROWS) await this.#endPart()
      if (this.#table!.files !== undefined) {
        this.#part.add(await this.#lineWithFiles(row, files))
        continue
      }
      const line = JSON.stringify(row)
      // The files of a row belong to the part that follows them, so a table with files has parts of many
      // rows.
      if (this.#part.length + line.length > PART_BYTES) await this.#endPart()
      this.#part.add(line)
    }
  }

  /** Counts a row in the report. Returns whether the import accepts it. */
  #accepts(row: Row): boolean {
    const { name } = this.#table!
    const what = SHOWN[name]
    if (what !== undefined) this.#report.found(what)
    const fault = this.#checks.check(this.#table!, this.#columns, row)
    if (fault !== undefined) {
      const values = { kind: what ?? name.replaceAll('_', ' '), ...fault.values }
      this.#report.leftOut({ template: fault.template, values }, exampleOf(row))
      return false
    }
    if (what !== undefined) this.#report.kept(what)
    return true
  }

  /** Completes the archive. Throws `ArchiveError` when no organization can be made of it. */
  async end(): Promise<void> {
    await this.#endTable()
    const fault = this.#checks.end()
    if (fault !== undefined) throw new ArchiveError(`The archive is refused: ${fault}.`)
    const manifest: Manifest = {
      format: FORMAT,
      version: FORMAT_VERSION,
      product: LOQUAT_VERSION,
      // The same archive gives the same manifest, by which an interrupted import is found again.
      exported_at: new Date(0).toISOString(),
      kind: 'full',
      realm: this.#realm,
      tables: this.#tables,
      files: this.#files,
    }
    await this.#zip.addText('manifest.json', JSON.stringify(manifest, null, 1))
    this.#zip.end()
    await this.#written
  }

  /** Stops after an error. */
  async abort(error: Error): Promise<void> {
    this.#zip.fail(error)
    await Promise.allSettled([this.#compressing, this.#written])
  }

  async #beginTable(name: string, columns: readonly string[]): Promise<void> {
    const place = PLACES.get(name)
    const former = this.#table === undefined ? -1 : PLACES.get(this.#table.name)!
    if (place === undefined || place <= former) throw new Error(`a reader gives ${name} at a wrong place`)
    await this.#endTable()
    this.#table = TABLES[place]!
    this.#columns = columns
  }

  async #endTable(): Promise<void> {
    await this.#endPart()
    await this.#compressing
    if (this.#table === undefined) return
    const { name } = this.#table
    this.#tables.push({ name, columns: [...this.#columns], rows: this.#rows, parts: this.#parts })
    this.#parts = []
    this.#rows = 0
  }

  /** Compresses a part while the rows of the next are read. */
  async #endPart(): Promise<void> {
    if (this.#part.lines === 0) return
    await this.#compressing
    const parts = this.#parts
    const ended = this.#part
    const rows = ended.lines
    const name = partName(this.#table!.name, parts.length + 1)
    const adding = this.#zip.addBytes(name, ended.bytes())
    this.#compressing = adding.then(({ size, sha256 }) => {
      parts.push({ name, rows, bytes: size, sha256 })
    })
    this.#compressing.catch(() => undefined) // it is awaited before the next part
    this.#rows += rows
    this.#others.push(ended)
    this.#part = this.#others.shift()!
    this.#part.clear()
  }

  /** Writes the files of a row, which come before its part. */
  async #lineWithFiles(row: Row, files: ArchiveRecord['files']): Promise<string> {
    const written: Record<string, ArchivedFile> = {}
    for (const [role, open] of Object.entries(files ?? {})) {
      await this.#compressing
      const name = `files/${String(this.#files.count + 1).padStart(9, '0')}`
      const { size, sha256 } = await this.#zip.addFile(name, await open())
      written[role] = { name, size, sha256 }
      this.#files.count += 1
      this.#files.bytes += size
    }
    return JSON.stringify({ ...row, files: written })
  }
}

const isList = (records: ArchiveRecords): records is readonly ArchiveRecord[] => Array.isArray(records)

const newPart = (): PartText => new PartText(MIB)

function exampleOf(row: Row): string | undefined {
  const value = row.name ?? row.full_name ?? row.content ?? row.topic ?? row.word ?? row.pattern ?? row.id
  return value == null ? undefined : String(value)
}
