import { createHash, randomBytes } from 'node:crypto'
import { type Readable, Transform } from 'node:stream'
import { checkRealmAddress } from '../../organization/settings/create.ts'
import { tryLock, whileLocked } from '../../platform/db/session-lock.ts'
import { type Sql, statement } from '../../platform/db/statement.ts'
import type { RealmId } from '../../platform/ids.ts'
import type { Core } from '../../state/core.ts'
import { realmHost, realmUrl } from '../../state/realm/address.ts'
import type { Part } from '../exports/archive/manifest.ts'
import { filesOf, type Table } from '../exports/archive/table.ts'
import { type Archive, ArchiveError, type ArchiveFile } from './archive.ts'
import { discardImport } from './discard.ts'
import { finishImport } from './finish.ts'
import { assignIds, assignLastId, ImportedIds, type Move } from './ids.ts'
import { hasDeferred, insertStatement, mapRow, updateStatement } from './row.ts'
import { ownColumn, partsOf, verify } from './verify.ts'

/** Import transactions are long, because they read the archive, and lock nothing that others wait for. */
const LONG_IDLE = { canIdle: true }

/** An arbitrary constant that, with the organization's id, forms the advisory lock of an import. */
const IMPORT_LOCK = 7_305_217

const FIND = statement(
  'import.find',
  `SELECT realm_id AS realm, subdomain, custom_host AS "customHost", secret, steps_done AS done
   FROM realm_import WHERE fingerprint = $1`, // realm_import_fingerprint_key
)
// No host has this subdomain, and there is no event_head, so no process serves the organization yet.
const BEGIN = statement(
  'import.begin',
  `WITH created AS (
     INSERT INTO realm (subdomain, name, is_deactivated) VALUES ('importing.' || $4, 'Being imported', true) RETURNING id
   )
   INSERT INTO realm_import (realm_id, fingerprint, subdomain, custom_host, secret)
   SELECT id, $1, $2, $3, $4 FROM created RETURNING realm_id AS realm`,
)
const RENAME = statement(
  'import.rename',
  'UPDATE realm_import SET subdomain = $2, custom_host = $3 WHERE realm_id = $1',
)
const STEP = statement(
  'import.step',
  'UPDATE realm_import SET steps_done = $2 + 1 WHERE realm_id = $1 AND steps_done = $2 RETURNING realm_id',
)

export interface ImportOptions {
  /** Subdomain of the imported organization; absent keeps that of the exported one. */
  readonly subdomain?: string
  readonly customHost?: string
  /** Stores a file. May be called again with the same key and bytes. */
  readonly storeFile: (key: string, bytes: Readable) => Promise<unknown>
  /** Called after each step with the number of processed rows and their total. Each row is processed several times. */
  readonly onProgress?: (what: 'checking' | 'importing', done: number, total: number) => void
}

interface ImportRecord {
  readonly realm: RealmId
  readonly subdomain: string
  readonly customHost: string | null
  readonly secret: string
  readonly done: number
}

/** A step of an import. Each step is one transaction and runs exactly once. */
type Step = { readonly table: Table; readonly part: Part } & {
  readonly do: 'ids' | 'rows' | 'files' | 'deferred'
}

/**
 * Creates an organization from an archive, with new ids. Resolves to the id of the organization, which is unreachable
 * until the import is complete. Continues an interrupted import of the same archive where it stopped. Throws
 * `ArchiveError` when the archive is broken, after it has deleted everything imported. Throws `ApiError` when the
 * organization's address is malformed or taken; an import that had begun earlier stays.
 */
export async function importRealm(core: Core, archive: Archive, options: ImportOptions): Promise<RealmId> {
  const begun = (await resume(core, archive, options)) ?? (await begin(core, archive, options))
  await withImportLock(core, begun.realm, async () => {
    try {
      await new Import(core, archive, options, begun).run()
    } catch (error) {
      if (!isCausedByArchive(error)) throw error
      await discardImport(core, begun.realm)
      throw error instanceof ArchiveError
        ? error
        : new ArchiveError(`The archive is broken: ${(error as Error).message}.`)
    }
  })
  return begun.realm
}

/** Deletes an interrupted import of the archive. Resolves to false when there is none. */
export async function abandonImport(core: Core, archive: Archive): Promise<boolean> {
  const [begun] = await core.db.run<ImportRecord>(FIND, [archive.fingerprint])
  if (begun === undefined) return false
  await withImportLock(core, begun.realm, () => discardImport(core, begun.realm))
  return true
}

/** Runs `work` with the lock of the import. Throws `ArchiveError` when another process holds it. */
async function withImportLock(core: Core, realm: RealmId, work: () => Promise<void>): Promise<void> {
  const client = await core.db.acquire()
  try {
    if (!(await tryLock(client, [IMPORT_LOCK, realm]))) {
      throw new ArchiveError('Another process is importing this archive.')
    }
    await whileLocked(client, [IMPORT_LOCK, realm], work)
  } finally {
    await core.db.release(client)
  }
}

/** Whether the archive is the cause: an `ArchiveError`, or invalid or contradictory data that Postgres refused. */
function isCausedByArchive(error: unknown): boolean {
  const code = (error as { code?: unknown }).code
  return error instanceof ArchiveError || (typeof code === 'string' && /^(22|23)/.test(code))
}

async function resume(
  core: Core,
  archive: Archive,
  options: ImportOptions,
): Promise<ImportRecord | undefined> {
  const [begun] = await core.db.run<ImportRecord>(FIND, [archive.fingerprint])
  if (begun === undefined || (options.subdomain === undefined && options.customHost === undefined))
    return begun
  const { subdomain, customHost } = await checkRealmAddress(core.db, {
    subdomain: options.subdomain ?? begun.subdomain,
    customHost: options.customHost ?? begun.customHost,
  })
  await core.db.run(RENAME, [begun.realm, subdomain, customHost])
  return { ...begun, subdomain, customHost }
}

async function begin(core: Core, archive: Archive, options: ImportOptions): Promise<ImportRecord> {
  const address = await checkRealmAddress(core.db, {
    subdomain: options.subdomain ?? archive.manifest.realm.subdomain,
    customHost: options.customHost ?? null,
  })
  const total = partsOf(archive).reduce((sum, { part }) => sum + part.rows, 0)
  let checked = 0
  await verify(archive, (rows) => {
    checked += rows
    options.onProgress?.('checking', checked, total)
  })
  const secret = randomBytes(16).toString('hex')
  const values = [archive.fingerprint, address.subdomain, address.customHost, secret]
  const [created] = await core.db.run<{ realm: RealmId }>(BEGIN, values)
  return { realm: created!.realm, ...address, secret, done: 0 }
}

/** Runs the remaining steps of an import. */
class Import {
  readonly #core: Core
  readonly #archive: Archive
  readonly #options: ImportOptions
  readonly #begun: ImportRecord
  #ids: ImportedIds | undefined

  constructor(core: Core, archive: Archive, options: ImportOptions, begun: ImportRecord) {
    this.#core = core
    this.#archive = archive
    this.#options = options
    this.#begun = begun
  }

  async run(): Promise<void> {
    const steps = this.#steps()
    const total = steps.reduce((sum, { part }) => sum + part.rows, 0)
    let done = 0
    const files = this.#archive.files()
    try {
      for (const [number, step] of steps.entries()) {
        if (number >= this.#begun.done) await this.#runStep(number, step, files)
        done += step.part.rows
        if (number >= this.#begun.done) this.#options.onProgress?.('importing', done, total)
      }
    } finally {
      await files.return(undefined)
    }
    await finishImport(this.#core, this.#begun)
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

  async #runStep(number: number, step: Step, files: ReturnType<Archive['files']>): Promise<void> {
    if (step.do === 'files') await this.#storeFiles(step, files)
    await this.#core.transact(
      this.#begun.realm,
      async (tx) => {
        if (step.do === 'ids') await this.#assignIds(tx, step)
        if (step.do === 'rows') await this.#insert(tx, step)
        if (step.do === 'deferred') await this.#writeDeferred(tx, step)
        const counted = await tx.run(STEP, [this.#begun.realm, number])
        if (counted.length === 0) throw new Error('another process has run this step of the import')
      },
      LONG_IDLE,
    )
  }

  async #assignIds(sql: Sql, { table, part }: Step): Promise<void> {
    const own = ownColumn(table)!
    const rows = await this.#archive.rows(table, part)
    await assignIds(
      sql,
      this.#begun.realm,
      table.columns[own]!.own!,
      rows.map((row) => Number(row[own])),
    )
  }

  async #insert(sql: Sql, step: Step): Promise<void> {
    const { table } = step
    const rows = await this.#mapRows(sql, step, 'now')
    const names = this.#columnsOf(table)
    // The row of the organization already exists.
    const write =
      table.name === 'realm' ? updateStatement(table, names, 'now') : insertStatement(table, names)
    await sql.run(write, [JSON.stringify(rows), this.#begun.realm])
  }

  async #writeDeferred(sql: Sql, step: Step): Promise<void> {
    const rows = await this.#mapRows(sql, step, 'later')
    const statement = updateStatement(step.table, this.#columnsOf(step.table), 'later')
    await sql.run(statement, [JSON.stringify(rows), this.#begun.realm])
  }

  async #mapRows(sql: Sql, { table, part }: Step, when: 'now' | 'later' | 'all') {
    const ids = await this.#loadIds(sql)
    const rows = await this.#archive.rows(table, part)
    const columns = this.#columnsOf(table)
    return ids.map(sql, (mapping) => rows.map((row) => mapRow(table, columns, row, mapping, when)))
  }

  async #loadIds(sql: Sql): Promise<ImportedIds> {
    if (this.#ids === undefined) {
      const { realm } = this.#archive.manifest
      const { rootUrl } = this.#core.options
      const move: Move = {
        secret: this.#begun.secret,
        from: realm,
        to: {
          id: this.#begun.realm,
          url: realmUrl(this.#begun, rootUrl),
          host: realmHost(this.#begun, rootUrl),
        },
      }
      await assignLastId(sql, this.#begun.realm)
      this.#ids = await ImportedIds.load(sql, this.#begun.realm, move)
    }
    return this.#ids
  }

  /** Stores the files of a part's rows under their new keys. */
  async #storeFiles(step: Step, files: ReturnType<Archive['files']>): Promise<void> {
    const { table, part } = step
    const found = await filesBefore(files, part)
    const byName = new Map(found.map((file) => [file.name, file]))
    const rows = await this.#archive.rows(table, part)
    const mapped = await this.#mapRows(this.#core.db, step, 'all')
    for (const [index, row] of rows.entries()) {
      const keys = filesOf(table, mapped[index]!, this.#begun.realm)
      for (const [role, expected] of Object.entries(row.files ?? {})) {
        const file = byName.get(expected.name)
        if (file === undefined || keys[role] === undefined)
          throw new ArchiveError(`The archive lacks ${expected.name}.`)
        await this.#options.storeFile(keys[role], verifyChecksum(await file.open(), expected))
      }
    }
  }
}

/** Skips to a part and returns the files before it. */
async function filesBefore(files: ReturnType<Archive['files']>, part: Part): Promise<readonly ArchiveFile[]> {
  for (;;) {
    const next = await files.next()
    if (next.done) throw new ArchiveError(`The archive lacks ${part.name}.`)
    if (next.value.part === part.name) return next.value.files
  }
}

/** Passes the bytes through. Fails at their end when the checksum differs from the row's. */
function verifyChecksum(
  bytes: Readable,
  expected: { readonly name: string; readonly sha256: string },
): Readable {
  const hash = createHash('sha256')
  const through = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk)
      done(null, chunk)
    },
    flush(done) {
      if (hash.digest('hex') === expected.sha256) return done()
      done(new ArchiveError(`The archive is broken: ${expected.name} does not match its row.`))
    },
  })
  bytes.once('error', (error) => through.destroy(error))
  return bytes.pipe(through)
}
