import type { Readable } from 'node:stream'
import { type Sql, type Statement, statement } from '../../platform/db/statements/statement.ts'
import type { Tx } from '../../platform/transactions/transact.ts'
import type { Core } from '../../state/core.ts'
import { realmHost, realmUrl } from '../../state/realm/address.ts'
import type { Row } from '../exports/archive/column.ts'
import type { Part } from '../exports/archive/manifest.ts'
import { filesOf, ownColumn, type Table } from '../exports/archive/table.ts'
import { type Archive, type ArchivedRow, ArchiveError, type ArchiveFile } from './archive.ts'
import { type ArchiveFiles, filesBefore, verifyChecksum } from './files.ts'
import { ImportedIds, type Move } from './ids.ts'
import type { ImportRecord } from './import-record.ts'
import { copyableRows, findJsonColumns, type JsonColumns, rowMapper, updateStatement } from './row.ts'
import { columnsIn, mayWriteTogether, type Plan, type Step } from './steps.ts'
import { mayOmitTriggers, WITHOUT_TRIGGERS } from './triggers.ts'

/** Import transactions are long, because they read the archive, and lock nothing that others wait for. */
const LONG = { isLong: true }

/**
 * Does not wait until the step is on disk. A crash of Postgres then takes the last steps away together with
 * their records, and a later run repeats them.
 */
const WRITE_LATER = statement('import.write-later', 'SET LOCAL synchronous_commit = off')
/**
 * Finds referenced rows by key. Postgres plans the check of a foreign key once for each session, and scans a
 * table for each row that refers to it when the table is small at that time.
 */
const FIND_BY_KEY = statement('import.find-by-key', 'SET LOCAL enable_seqscan = off')
/**
 * Postgres merges the words of 8 MiB of new messages into the index at once, which needs about as much memory
 * as this.
 */
const MERGE_AT_ONCE = statement('import.merge-at-once', `SET LOCAL work_mem = '64MB'`)
const STEP = statement(
  'import.step',
  'UPDATE realm_import SET steps_done = $2 + 1 WHERE realm_id = $1 AND steps_done = $2 RETURNING realm_id',
)

/** Where the files and the progress of an import go. */
export interface ImportOutput {
  /** Stores a file. May be called again with the same key and bytes. */
  readonly storeFile: (key: string, bytes: Readable) => Promise<unknown>
  /**
   * Called after each step with the number of processed rows and their total. Each row is processed several
   * times.
   */
  readonly onProgress: (done: number, total: number) => void
  /** Whether this server has made the archive of another one. */
  readonly isOwnMaking: boolean
}

/** Writes the rows of a step in its transaction. */
type Write = (tx: Tx) => Promise<unknown>

/**
 * Most steps that Postgres writes at the same time. Each has a connection, which uses one processor, and 4
 * MiB of rows. Two of four steps are at work while one merges new words into the index, and one waits for the
 * former steps to commit.
 */
const WRITTEN_TOGETHER = 4

/** A step whose transaction has begun. */
interface Begun {
  readonly step: Step
  readonly committed: Promise<void>
}

/** Runs the remaining steps of an import. */
export class ImportRun {
  readonly #core: Core
  readonly #archive: Archive
  readonly #output: ImportOutput
  readonly #record: ImportRecord
  readonly #plan: Plan
  readonly #columnsOf: (table: Table) => readonly string[]
  #ids: ImportedIds | undefined
  #jsonColumns: ((table: Table) => JsonColumns) | undefined
  #mayOmitTriggers = false
  #stepsDone: number

  constructor(core: Core, archive: Archive, output: ImportOutput, record: ImportRecord, plan: Plan) {
    this.#core = core
    this.#archive = archive
    this.#output = output
    this.#record = record
    this.#stepsDone = record.stepsDone
    this.#plan = plan
    this.#columnsOf = columnsIn(archive)
  }

  /** How many steps of the import are committed, unless another process runs it. */
  get stepsDone(): number {
    return this.#stepsDone
  }

  /**
   * Runs the steps in order. Throws `ArchiveError` when the archive is broken, and the errors of Postgres and
   * of storage.
   */
  async run(): Promise<void> {
    const { steps, references } = this.#plan
    const total = steps.reduce((sum, { part }) => sum + part.rows, 0)
    const files = this.#archive.files()
    this.#mayOmitTriggers = await mayOmitTriggers(this.#core.db)
    // The last steps, the newest first. Everything earlier is committed.
    let begun: readonly Begun[] = []
    let done = 0
    try {
      for (const [number, step] of steps.entries()) {
        done += step.part.rows
        if (number < this.#record.stepsDone) continue
        const next = steps[number + 1]
        // Files are stored only for rows that `discardImport` finds.
        if (step.do === 'files') await begun[0]?.committed
        // Postgres writes the former steps in the meantime.
        const write = await this.#prepare(step, files, next?.part)
        const awaited = begun.find((former) => !mayWriteTogether(step, former.step, references))
        await (awaited ?? begun[WRITTEN_TOGETHER - 1])?.committed
        const rows = done
        // Files are stored, and the organization opens, only after all rows are on disk.
        const mayBeLost = next?.do === step.do
        const committed = this.#commit(number, write, begun[0]?.committed, mayBeLost).then(() => {
          this.#stepsDone = number + 1
          this.#output.onProgress(rows, total)
        })
        committed.catch(() => undefined) // it is awaited later
        begun = [{ step, committed }, ...begun.slice(0, WRITTEN_TOGETHER - 1)]
      }
      await begun[0]?.committed
      if (this.#ids?.hasRendered === true) {
        const about = { realm: this.#record.realmId }
        this.#core.log.warn(about, 'HTML of the archive that this server does not write was rendered anew')
      }
    } finally {
      await Promise.allSettled(begun.map(({ committed }) => committed))
      await files.return(undefined)
    }
  }

  /** Reads and maps the rows of a step. Returns the statement that writes them. */
  async #prepare(
    { do: what, table, part }: Step,
    files: ArchiveFiles,
    next: Part | undefined,
  ): Promise<Write> {
    const names = this.#columnsOf(table)
    // The rows were validated before the import was recorded.
    const rows = await this.#archive.validatedRows(part, next)
    switch (what) {
      case 'rows': {
        const mapped = await this.#mapRows(table, rows, 'now')
        // The row of the organization already exists.
        if (table.name === 'realm') return this.#updateOf(updateStatement(table, names, 'now'), mapped)
        return this.#insertionOf(
          table,
          mapped.filter((row) => table.isEmpty?.(row) !== true),
        )
      }
      case 'files':
        await this.#storeFiles(table, rows, await filesBefore(files, part))
        return async () => undefined
      case 'deferred':
        return this.#updateOf(
          updateStatement(table, names, 'later'),
          await this.#mapRows(table, rows, 'later'),
        )
    }
  }

  /**
   * Runs a step in one transaction, which commits after the previous step's transaction. So a crash leaves
   * the steps up to one of them, and none after it.
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
        tx.write(FIND_BY_KEY, [])
        tx.write(MERGE_AT_ONCE, [])
        if (mayBeLost) tx.write(WRITE_LATER, [])
        await write(tx)
        await former
        const counted = await tx.run(STEP, [this.#record.realmId, number])
        if (counted.length === 0) throw new Error('another process has run this step of the import')
      },
      LONG,
    )
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
    return (tx) => {
      if (this.#mayOmitTriggers) tx.write(WITHOUT_TRIGGERS, [])
      return tx.copy(copy, text)
    }
  }

  #updateOf(statement: Statement, rows: readonly Row[]): Write {
    const values = [JSON.stringify(rows), this.#record.realmId]
    return (tx) => tx.run(statement, values)
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
        hasOwnHtml: this.#output.isOwnMaking,
        secret: this.#record.secret,
        from: realm,
        to: {
          id: this.#record.realmId,
          url: realmUrl(this.#record, rootUrl),
          host: realmHost(this.#record, rootUrl),
        },
      }
      this.#ids = await ImportedIds.load(sql, this.#record.realmId, move)
    }
    return this.#ids
  }

  /** Stores the files of a part's rows under their new keys. */
  async #storeFiles(
    table: Table,
    rows: readonly ArchivedRow[],
    found: readonly ArchiveFile[],
  ): Promise<void> {
    const byName = new Map(found.map((file) => [file.name, file]))
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
