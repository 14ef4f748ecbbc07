import { createHash } from 'node:crypto'
import { pipeline } from 'node:stream/promises'
import { SYSTEM_GROUPS } from '../../state/groups/system.ts'
import { Role } from '../../state/users/record.ts'
import type { Row } from '../exports/archive/column.ts'
import type { Part } from '../exports/archive/manifest.ts'
import { ownColumn, type Table } from '../exports/archive/table.ts'
import { TABLES } from '../exports/archive/tables.ts'
import { type Archive, type ArchivedRow, ArchiveError, type ArchiveFile } from './archive.ts'
import { RowRules } from './row-rules.ts'

/** A part of an archive with its table. */
export interface TablePart {
  readonly table: Table
  readonly part: Part
}

/** Returns the parts of an archive in the order of import. */
export const partsOf = ({ manifest }: Archive): TablePart[] =>
  TABLES.flatMap((table) => {
    const parts = manifest.tables.find(({ name }) => name === table.name)?.parts ?? []
    return parts.map((part) => ({ table, part }))
  })

/**
 * Reads a whole archive and checks it before the import: the shape and the values of every row, ascending
 * ids, every file against its row, and the rows that every organization needs. Calls `onPart` with each part
 * and the ids of its rows, in the order of the archive. Throws `ArchiveError`.
 */
export type Verify = (
  archive: Archive,
  onPart: (part: TablePart, ids: readonly number[]) => Promise<void>,
) => Promise<void>

/** Checks an archive in this thread. */
export const verify: Verify = async (archive, onPart) => {
  const byName = new Map(partsOf(archive).map((tablePart) => [tablePart.part.name, tablePart]))
  const requirements = new Requirements()
  const rules = new RowRules()
  const newest = new Map<Table, number>()
  for await (const { part: name, files } of archive.files()) {
    const found = byName.get(name)
    if (found === undefined) throw new ArchiveError(`The archive is broken: its manifest has no ${name}.`)
    byName.delete(name)
    const rows = await archive.rows(found.table, found.part)
    const ids = idsOf(found.table, rows)
    checkIds(found.table, ids, newest)
    await checkFiles(rows, files)
    for (const row of rows) requirements.addRow(found.table, row)
    checkValues(rules, found, rows)
    await onPart(found, ids)
  }
  requirements.check()
  const fault = rules.end()
  if (fault !== undefined) throw new ArchiveError(`The archive is refused: ${fault}.`)
}

/** The tables that have the rows that every organization needs. */
const REQUIRED_TABLES = new Set(['realm', 'user_account', 'user_group'])

/**
 * As `verify`, for an archive that this server has just made of another one (`from/`). Its writer has made
 * the same checks of each row, so this reads the ids and the required rows alone, and the checksums of files
 * are compared when they are stored. Takes two fifths of the processor time of `verify`.
 */
export const verifyOwnMaking: Verify = async (archive, onPart) => {
  const requirements = new Requirements()
  const newest = new Map<Table, number>()
  const parts = partsOf(archive)
  const toRead = parts.filter(({ table }) => ownColumn(table) !== undefined)
  const nextOf = new Map(toRead.map(({ part }, index) => [part, toRead[index + 1]?.part]))
  for (const found of parts) {
    const { table, part } = found
    const own = ownColumn(table)
    if (REQUIRED_TABLES.has(table.name)) {
      for (const row of await archive.validatedRows(part, undefined)) requirements.addRow(table, row)
    }
    const ids = own === undefined ? [] : await archive.validatedIds(part, own, nextOf.get(part))
    checkIds(table, ids, newest)
    await onPart(found, ids)
  }
  requirements.check()
}

function checkValues(rules: RowRules, { table, part }: TablePart, rows: readonly ArchivedRow[]): void {
  for (const [index, row] of rows.entries()) {
    const where = `line ${index + 1} of ${part.name}`
    const fault = rules.check(table.name, row, where)
    if (fault !== undefined) throw new ArchiveError(`The archive is refused: ${where}, ${fault}.`)
  }
}

/** The rows' own ids; none when no row references the table. */
function idsOf(table: Table, rows: readonly ArchivedRow[]): number[] {
  const own = ownColumn(table)
  return own === undefined ? [] : rows.map((row) => Number(row[own]))
}

function checkIds(table: Table, ids: readonly number[], newest: Map<Table, number>): void {
  let last = newest.get(table) ?? 0
  for (const id of ids) {
    if (id <= last) throw new ArchiveError(`The archive is broken: the ids of ${table.name} do not ascend.`)
    last = id
  }
  newest.set(table, last)
}

async function checkFiles(rows: readonly ArchivedRow[], files: readonly ArchiveFile[]): Promise<void> {
  const expectedFiles = new Map(
    rows.flatMap((row) => Object.values(row.files ?? {})).map((file) => [file.name, file]),
  )
  for (const file of files) {
    const expected = expectedFiles.get(file.name)
    if (expected === undefined)
      throw new ArchiveError(`The archive is broken: no row references ${file.name}.`)
    expectedFiles.delete(file.name)
    const hash = createHash('sha256')
    await pipeline(await file.open(), hash).catch((error: Error) => {
      throw new ArchiveError(`The archive is broken: ${file.name}: ${error.message}.`)
    })
    if (file.size !== expected.size || hash.digest('hex') !== expected.sha256) {
      throw new ArchiveError(`The archive is broken: ${file.name} does not match its row.`)
    }
  }
  for (const name of expectedFiles.keys()) throw new ArchiveError(`The archive lacks ${name}.`)
}

/** Checks the rows that every organization needs. */
class Requirements {
  #realms = 0
  readonly #groups = new Set<string>(Object.keys(SYSTEM_GROUPS))
  #owners = 0
  #systemBots = 0

  addRow({ name }: Table, row: Row): void {
    if (name === 'realm') this.#realms += 1
    if (name === 'user_group' && row.is_system_group === true) this.#groups.delete(String(row.name))
    if (name === 'user_account' && row.is_system_bot === true) this.#systemBots += 1
    const isOwner = name === 'user_account' && row.role === Role.owner && row.is_active === true
    if (isOwner && row.is_bot !== true) this.#owners += 1
  }

  check(): void {
    const refuse = (what: string) => new ArchiveError(`The archive is broken: it has ${what}.`)
    if (this.#realms !== 1) throw refuse(`${this.#realms} organizations instead of one`)
    if (this.#groups.size > 0) throw refuse(`no group ${[...this.#groups][0]}`)
    if (this.#systemBots === 0) throw refuse('no system bots')
    if (this.#owners === 0) throw refuse('no owner')
  }
}
