import type { Readable } from 'node:stream'
import { type Sql, type Statement, statement } from '../../platform/db/statement.ts'
import type { Tx } from '../../platform/db/transact.ts'
import type { Core } from '../../state/core.ts'
import { realmHost, realmUrl } from '../../state/realm/address.ts'
import type { Row } from '../exports/archive/column.ts'
import type { Part } from '../exports/archive/manifest.ts'
import { filesOf, type Table } from '../exports/archive/table.ts'
import { type Archive, type ArchivedRow, ArchiveError } from './archive.ts'
import { type ArchiveFiles, filesBefore, verifyChecksum } from './files.ts'
import { assignIds, assignLastId, ImportedIds, type Move } from './ids.ts'
import type { ImportRecord } from './import-record.ts'
import {
  copyableRows,
  findJsonColumns,
  hasDeferred,
  type JsonColumns,
  rowMapper,
  updateStatement,
} from './row.ts'
import { ownColumn, partsOf, type TablePart } from './verify.ts'

/** Import transactions are long, because they read the archive, and lock nothing that others wait for. */
const LONG_IDLE = { canIdle: true }

/**
 * Does not wait until the step is on disk. A crash of Postgres then takes the last steps away together with their records, and a
 * later run repeats them.
 */
const WRITE_LATER = statement('import.write-later', 'SET LOCAL synchronous_commit = off')
const STEP = statement(
  'import.step',
  'UPDATE realm_import SET steps_done = $2 + 1 WHERE realm_id = $1 AND steps_done = $2 RETURNING realm_id',
)

/** Where the files and the progress of an import go. */
export interface ImportOutput {
  /** Stores a file. May be called again with the same key and bytes. */
  readonly storeFile: (key: string, bytes: Readable) => Promise<unknown>
  /** Called after each step with the number of processed rows and their total. Each row is processed several times. */
  readonly onProgress: (done: number, total: number) => void
}

/** A step of an import. Each step is one transaction and runs exactly once. */
type Step = TablePart & {
  readonly do: 'ids' | 'rows' | 'files' | 'deferred'
}

/** Writes the rows of a step in its transaction. */
type Write = (tx: Tx) => Promise<unknown>

/**
 * Most steps that Postgres writes at the same time. Each has a connection, which uses one processor, and 4 MiB of rows. Two of three
 * steps are at work while one waits for the former steps to commit.
 */
const WRITTEN_TOGETHER = 3

/**
 * Whether a step can be read and mapped while the former step is written. Mapping needs all ids, and files are stored only
 * for rows that `discardImport` finds.
 */
const mayPrepareEarly = (step: Step, former: Step | undefined): boolean =>
  step.do === 'ids' || (step.do !== 'files' && former?.do !== 'ids')

/** Whether Postgres can write a step at the same time as the former one. */
const mayWriteTogether = (step: Step, former: Step | undefined): boolean =>
  step.do === 'rows' &&
  former?.do === 'rows' &&
  former.table === step.table &&
  step.table.hasIndependentParts === true

/** Runs the remaining steps of an import. */
export class ImportRun {
  readonly #core: Core
  readonly #archive: Archive
  readonly #output: ImportOutput
  readonly #record: ImportRecord
  #ids: ImportedIds | undefined
  #jsonColumns: ((table: Table) => JsonColumns) | undefined

  constructor(core: Core, archive: Archive, output: ImportOutput, record: ImportRecord) {
    this.#core = core
    this.#archive = archive
    this.#output = output
    this.#record = record
  }

  /** Runs the steps in order. Throws `ArchiveError` when the archive is broken, and the errors of Postgres and of storage. */
  async run(): Promise<void> {
    const steps = this.#steps()
    const total = steps.reduce((sum, { part }) => sum + part.rows, 0)
    const files = this.#archive.files()
    // The writes of the last steps, the newest first. Everything earlier is committed.
    let writes: readonly Promise<void>[] = []
    let done = 0
    try {
      for (const [number, step] of steps.entries()) {
        done += step.part.rows
        if (number < this.#record.stepsDone) continue
        const former = steps[number - 1]
        if (!mayPrepareEarly(step, former)) await writes[0]
        // Postgres writes the former step in the meantime.
        const write = await this.#prepare(step, files)
        await writes[mayWriteTogether(step, former) ? WRITTEN_TOGETHER - 1 : 0]
        const rows = done
        // Files are stored, and the organization opens, only after all rows are on disk.
        const mayBeLost = steps[number + 1]?.do === step.do
        const committed = this.#commit(number, write, writes[0], mayBeLost).then(() =>
          this.#output.onProgress(rows, total),
        )
        committed.catch(() => undefined) // it is awaited later
        writes = [committed, ...writes.slice(0, WRITTEN_TOGETHER - 1)]
      }
      await writes[0]
    } finally {
      await Promise.allSettled(writes)
      await files.return(undefined)
    }
  }

  #steps(): Step[] {
    const parts = partsOf(this.#archive)
    const all = (what: Step['do'], has: (table: Table) => boolean): Step[] =>
      parts.filter(({ table }) => has(table)).map((part) => ({ ...part, do: what }))
    // Steps for files follow the order of the archive.
    return [
      ...all('ids', (table) => ownColumn(table) !== undefined),
      ...all('rows', () => true),
      ...this.#archive.manifest.tables.flatMap(({ name }) =>
        all('files', (table) => table.name === name && table.files !== undefined),
      ),
      ...all('deferred', (table) => hasDeferred(table, this.#columnsOf(table))),
    ]
  }

  #columnsOf({ name }: Table): readonly string[] {
    return this.#archive.manifest.tables.find((table) => table.name === name)?.columns ?? []
  }

  /** Reads and maps the rows of a step. Returns the statement that writes them. */
  async #prepare(step: Step, files: ArchiveFiles): Promise<Write> {
    const { table, part } = step
    const names = this.#columnsOf(table)
    switch (step.do) {
      case 'ids':
        return this.#assignmentOf(step)
      case 'rows': {
        // The row of the organization already exists.
        const rows = await this.#mapRows(table, await this.#rows(part), 'now')
        if (table.name === 'realm') return this.#updateOf(updateStatement(table, names, 'now'), rows)
        return this.#insertionOf(table, rows)
      }
      case 'files':
        await this.#storeFiles(step, files)
        return async () => undefined
      case 'deferred':
        return this.#updateOf(
          updateStatement(table, names, 'later'),
          await this.#mapRows(table, await this.#rows(part), 'later'),
        )
    }
  }

  /**
   * Runs a step in one transaction, which commits after that of the former step. So a crash leaves the steps up to one of
   * them, and none after it.
   */
  async #commit(
    number: number,
    write: Write,
    former: Promise<void> | undefined,
    mayBeLost: boolean,
  ): Promise<void> {
    await this.#core.transact(
      this.#record.realmId,
      async (tx) => {
        if (mayBeLost) tx.write(WRITE_LATER, [])
        await write(tx)
        await former
        const counted = await tx.run(STEP, [this.#record.realmId, number])
        if (counted.length === 0) throw new Error('another process has run this step of the import')
      },
      LONG_IDLE,
    )
  }

  async #assignmentOf({ table, part }: Step): Promise<Write> {
    const own = ownColumn(table)!
    const old = (await this.#rows(part)).map((row) => Number(row[own]))
    return (tx) => assignIds(tx, this.#record.realmId, table.columns[own]!.own!, old)
  }

  async #insertionOf(table: Table, rows: readonly Row[]): Promise<Write> {
    this.#jsonColumns ??= await findJsonColumns(this.#core.db)
    const names = this.#columnsOf(table)
    const { copy, rows: text } = copyableRows(
      table,
      names,
      this.#jsonColumns(table),
      rows,
      this.#record.realmId,
    )
    return (tx) => tx.copy(copy, text)
  }

  #updateOf(statement: Statement, rows: readonly Row[]): Write {
    const values = [JSON.stringify(rows), this.#record.realmId]
    return (tx) => tx.run(statement, values)
  }

  /** The rows were validated before the import was recorded. */
  #rows(part: Part): Promise<ArchivedRow[]> {
    return this.#archive.validatedRows(part)
  }

  async #mapRows(table: Table, rows: readonly ArchivedRow[], when: 'now' | 'later' | 'all'): Promise<Row[]> {
    const sql = this.#core.db
    const ids = await this.#loadIds(sql)
    const map = rowMapper(table, this.#columnsOf(table), when)
    ids.trim()
    const own = ownColumn(table)
    if (own !== undefined && rows.length > 0) {
      const kind = table.columns[own]!.own!
      await ids.prepare(sql, kind, Number(rows[0]![own]), Number(rows.at(-1)![own]))
    }
    return ids.map(sql, (mapping) => rows.map((row) => map(row, mapping)))
  }

  async #loadIds(sql: Sql): Promise<ImportedIds> {
    if (this.#ids === undefined) {
      const { realm } = this.#archive.manifest
      const { rootUrl } = this.#core.options
      const move: Move = {
        secret: this.#record.secret,
        from: realm,
        to: {
          id: this.#record.realmId,
          url: realmUrl(this.#record, rootUrl),
          host: realmHost(this.#record, rootUrl),
        },
      }
      await assignLastId(sql, this.#record.realmId)
      this.#ids = await ImportedIds.load(sql, this.#record.realmId, move)
    }
    return this.#ids
  }

  /** Stores the files of a part's rows under their new keys. */
  async #storeFiles({ table, part }: Step, files: ArchiveFiles): Promise<void> {
    const found = await filesBefore(files, part)
    const byName = new Map(found.map((file) => [file.name, file]))
    const rows = await this.#rows(part)
    const mapped = await this.#mapRows(table, rows, 'all')
    for (const [index, row] of rows.entries()) {
      const keys = filesOf(table, mapped[index]!, this.#record.realmId)
      for (const [role, expected] of Object.entries(row.files ?? {})) {
        const file = byName.get(expected.name)
        if (file === undefined || keys[role] === undefined)
          throw new ArchiveError(`The archive lacks ${expected.name}.`)
        await this.#output.storeFile(keys[role], verifyChecksum(await file.open(), expected))
      }
    }
  }
}
