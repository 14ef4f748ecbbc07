import type { Readable } from 'node:stream'
import { LOQUAT_VERSION } from '../../../../config/version.ts'
import type { Database } from '../../../platform/db/database.ts'
import { type Sql, statement } from '../../../platform/db/statements/statement.ts'
import type { RealmId, UserId } from '../../../platform/ids.ts'
import type { Column, Row } from './column.ts'
import {
  type ArchivedFile,
  FORMAT,
  FORMAT_VERSION,
  type Manifest,
  PART_BYTES,
  PART_ROWS,
  partName,
} from './manifest.ts'
import { filesOf, type Table } from './table.ts'
import { TABLES } from './tables.ts'
import { ZipWriter } from './zip-writer.ts'

/** The part of an organization to export. */
export type Scope =
  | { readonly kind: 'full' }
  /** Public data, and private data of consenting users. */
  | { readonly kind: 'public' | 'consent'; readonly consenting: readonly UserId[] }

/** Progress of an export. */
export interface Progress {
  readonly table: string
  /** Number of rows written and of all rows. */
  readonly done: number
  readonly total: number
}

export interface ExportSource {
  /** The server that the rows are read from. */
  readonly db: Pick<Database, 'snapshot'>
  readonly realm: { readonly id: RealmId; readonly subdomain: string; readonly url: string }
  /** Opens a stored file; resolves to undefined when it no longer exists. */
  readonly open: (key: string) => Promise<Readable | undefined>
  /** Called after each part. */
  readonly onProgress?: (progress: Progress) => void
}

const NO_TIMEOUT = statement('export.no-timeout', 'SET LOCAL statement_timeout = 0')
const UTC = statement('export.utc', "SET LOCAL TimeZone = 'UTC'")
const FETCH = statement('export.fetch', 'FETCH 500 FROM export_rows')
const CLOSE = statement('export.close', 'CLOSE export_rows')

/**
 * Streams an organization as an archive (docs/export-format.md). Reads one REPEATABLE READ snapshot, and uses
 * the memory of two parts and a buffer, whatever the size. The stream ends when the archive is complete and
 * fails otherwise. Destroying it stops the export.
 */
export function exportArchive(source: ExportSource, scope: Scope): Readable {
  const zip = new ZipWriter()
  source.db
    .snapshot((sql) => writeAll(zip, sql, source, scope))
    .then(
      () => zip.end(),
      (error) => zip.fail(error),
    )
  return zip.output
}

async function writeAll(zip: ZipWriter, sql: Sql, source: ExportSource, scope: Scope): Promise<void> {
  await sql.run(NO_TIMEOUT)
  await sql.run(UTC)
  const values = scope.kind === 'full' ? [source.realm.id] : [source.realm.id, scope.consenting]
  const counts = new Map<string, number>()
  for (const table of TABLES) {
    const counting = statement(
      `export.count.${scope.kind}.${table.name}`,
      `SELECT count(*) AS n ${fromOf(table, scope)}`,
    )
    counts.set(table.name, (await sql.run<{ readonly n: number }>(counting, values))[0]!.n)
  }
  const total = [...counts.values()].reduce((sum, n) => sum + n, 0)
  const files = { count: 0, bytes: 0, missing: 0 }
  const tables: Manifest['tables'] = []
  let before = 0
  for (const table of TABLES) {
    const written: Manifest['tables'][number] = {
      name: table.name,
      columns: Object.keys(table.columns),
      rows: 0,
      parts: [],
    }
    let compressing = Promise.resolve()
    for await (const lines of partsOf(zip, sql, source, scope, table, values, files)) {
      // A part is compressed while the rows of the next are read.
      await compressing
      const name = partName(table.name, written.parts.length + 1)
      written.rows += lines.length
      const done = before + written.rows
      compressing = zip.addText(name, lines.join('')).then(({ size, sha256 }) => {
        written.parts.push({ name, rows: lines.length, bytes: size, sha256 })
        source.onProgress?.({ table: table.name, done, total })
      })
      compressing.catch(() => undefined) // it is awaited before the next part
    }
    await compressing
    before += written.rows
    tables.push(written)
  }
  const manifest: Manifest = {
    format: FORMAT,
    version: FORMAT_VERSION,
    product: LOQUAT_VERSION,
    exported_at: new Date().toISOString(),
    kind: scope.kind,
    realm: source.realm,
    tables,
    files,
  }
  await zip.addText('manifest.json', JSON.stringify(manifest, null, 1))
}

/** Yields the rows of a table as lines, one part at a time. Writes the files of the rows before the part. */
async function* partsOf(
  zip: ZipWriter,
  sql: Sql,
  source: ExportSource,
  scope: Scope,
  table: Table,
  values: readonly unknown[],
  files: { count: number; bytes: number; missing: number },
): AsyncGenerator<string[]> {
  await sql.run(
    statement(
      `export.rows.${scope.kind}.${table.name}`,
      `DECLARE export_rows NO SCROLL CURSOR FOR
       SELECT row_to_json(r)::text AS row FROM (SELECT ${selectionOf(table, scope)} ${fromOf(table, scope)} ORDER BY ${table.order}) r`,
    ),
    values,
  )
  let lines: string[] = []
  let bytes = 0
  for (;;) {
    const rows = await sql.run<{ readonly row: string }>(FETCH)
    for (const { row } of rows) {
      if (lines.length === PART_ROWS || (lines.length > 0 && bytes + row.length > PART_BYTES)) {
        yield lines
        lines = []
        bytes = 0
      }
      // The previous part is written by now, so the files of this row precede their own part.
      const line = `${table.files === undefined ? row : await withFiles(zip, source, table, row, files)}\n`
      lines.push(line)
      bytes += line.length
    }
    if (rows.length === 0) break
  }
  if (lines.length > 0) yield lines
  await sql.run(CLOSE)
}

const fromOf = (table: Table, scope: Scope): string =>
  `FROM ${table.rows}${scope.kind === 'full' ? '' : ` AND (${table.shared}) AND $2::int[] IS NOT NULL`}`

function selectionOf({ columns }: Table, scope: Scope): string {
  const sqlOf = (name: string, { select, withheld }: Column) =>
    (scope.kind === 'full' ? undefined : withheld) ?? select ?? `t."${name}"`
  return Object.entries(columns)
    .map(([name, column]) => `${sqlOf(name, column)} AS "${name}"`)
    .join(', ')
}

/** Writes the files of a row and adds their descriptions to it. Leaves out files that no longer exist. */
async function withFiles(
  zip: ZipWriter,
  source: ExportSource,
  table: Table,
  line: string,
  counts: { count: number; bytes: number; missing: number },
): Promise<string> {
  const row = JSON.parse(line) as Row
  const files: Record<string, ArchivedFile> = {}
  for (const [role, key] of Object.entries(filesOf(table, row, source.realm.id))) {
    const bytes = await source.open(key)
    if (bytes === undefined) {
      if (!(role in (table.derivedFiles?.(row) ?? {}))) counts.missing += 1
      continue
    }
    const name = `files/${key}`
    const { size, sha256 } = await zip.addFile(name, bytes)
    files[role] = { name, size, sha256 }
    counts.count += 1
    counts.bytes += size
  }
  return JSON.stringify({ ...row, files })
}
