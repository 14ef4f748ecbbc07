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
import { giveIds, giveLastId, ImportedIds, type Move } from './ids.ts'
import { completion, hasLate, insertion, mappedRow } from './row.ts'
import { ownColumn, partsOf, verify } from './verify.ts'

/** Reading the archive takes its time, and nobody waits for what an import writes. */
const APART = { isApart: true }

/** Any constant: with an organization's id the same for every process that imports it. */
const IMPORT_LOCK = 7_305_217

const FIND = statement(
  'import.find',
  `SELECT realm_id AS realm, subdomain, custom_host AS "customHost", secret, steps_done AS done
   FROM realm_import WHERE fingerprint = $1`, // realm_import_fingerprint_key
)
// A name that no host has. There is no event_head either: to every process there is no such organization.
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
  /** What the organization is to be called in addresses; that of the exported one when absent. */
  readonly subdomain?: string
  readonly customHost?: string
  /** Keeps the bytes of a file. May be called again with the same key, for the same bytes. */
  readonly keep: (key: string, bytes: Readable) => Promise<unknown>
  /** Called after each step, with the rows done of all; each row is done several times. */
  readonly onProgress?: (what: 'checking' | 'importing', done: number, total: number) => void
}

interface Begun {
  readonly realm: RealmId
  readonly subdomain: string
  readonly customHost: string | null
  readonly secret: string
  readonly done: number
}

/** What an import does, in this order: each step is one transaction, and is done once. */
type Step = { readonly table: Table; readonly part: Part } & {
  readonly do: 'ids' | 'rows' | 'files' | 'late'
}

/**
 * Makes an organization of an archive, with ids of its own; resolves to its id. Until it is complete nobody can reach it.
 * When a former call for the same archive was interrupted it goes on where that one stopped. Throws `ArchiveError`
 * when the archive is broken, and `ApiError` when the organization's address is malformed or taken; then nothing of it
 * is left, unless it had begun before.
 */
export async function importRealm(core: Core, archive: Archive, options: ImportOptions): Promise<RealmId> {
  const begun = (await resume(core, archive, options)) ?? (await begin(core, archive, options))
  await alone(core, begun.realm, async () => {
    try {
      await new Import(core, archive, options, begun).run()
    } catch (error) {
      if (!isOfArchive(error)) throw error
      await discardImport(core, begun.realm)
      throw error instanceof ArchiveError
        ? error
        : new ArchiveError(`The archive is broken: ${(error as Error).message}.`)
    }
  })
  return begun.realm
}

/** Deletes what an interrupted import of the archive has made; false when there is none. */
export async function abandonImport(core: Core, archive: Archive): Promise<boolean> {
  const [begun] = await core.db.run<Begun>(FIND, [archive.fingerprint])
  if (begun === undefined) return false
  await alone(core, begun.realm, () => discardImport(core, begun.realm))
  return true
}

/** Runs `work` while no other process works on the same import. Throws `ArchiveError` when one does. */
async function alone(core: Core, realm: RealmId, work: () => Promise<void>): Promise<void> {
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

/** Whether Postgres refused what the archive says: data of a wrong kind, or that contradicts itself. */
function isOfArchive(error: unknown): boolean {
  const code = (error as { code?: unknown }).code
  return error instanceof ArchiveError || (typeof code === 'string' && /^(22|23)/.test(code))
}

async function resume(core: Core, archive: Archive, options: ImportOptions): Promise<Begun | undefined> {
  const [begun] = await core.db.run<Begun>(FIND, [archive.fingerprint])
  if (begun === undefined || (options.subdomain === undefined && options.customHost === undefined))
    return begun
  const { subdomain, customHost } = await checkRealmAddress(core.db, {
    subdomain: options.subdomain ?? begun.subdomain,
    customHost: options.customHost ?? begun.customHost,
  })
  await core.db.run(RENAME, [begun.realm, subdomain, customHost])
  return { ...begun, subdomain, customHost }
}

async function begin(core: Core, archive: Archive, options: ImportOptions): Promise<Begun> {
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

/** One run of an import that has begun. */
class Import {
  readonly #core: Core
  readonly #archive: Archive
  readonly #options: ImportOptions
  readonly #begun: Begun
  #ids: ImportedIds | undefined

  constructor(core: Core, archive: Archive, options: ImportOptions, begun: Begun) {
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
        if (number >= this.#begun.done) await this.#take(number, step, files)
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
    // Files in the order in which the archive has them.
    return [
      ...all('ids', (table) => ownColumn(table) !== undefined),
      ...all('rows', () => true),
      ...this.#archive.manifest.tables.flatMap(({ name }) =>
        all('files', (table) => table.name === name && table.files !== undefined),
      ),
      ...all('late', (table) => hasLate(table, this.#columnsOf(table))),
    ]
  }

  #columnsOf({ name }: Table): readonly string[] {
    return this.#archive.manifest.tables.find((table) => table.name === name)?.columns ?? []
  }

  async #take(number: number, step: Step, files: ReturnType<Archive['files']>): Promise<void> {
    if (step.do === 'files') await this.#keepFiles(step, files)
    await this.#core.transact(
      this.#begun.realm,
      async (tx) => {
        if (step.do === 'ids') await this.#giveIds(tx, step)
        if (step.do === 'rows') await this.#insert(tx, step)
        if (step.do === 'late') await this.#complete(tx, step)
        const counted = await tx.run(STEP, [this.#begun.realm, number])
        if (counted.length === 0) throw new Error('another process does the steps of this import')
      },
      APART,
    )
  }

  async #giveIds(sql: Sql, { table, part }: Step): Promise<void> {
    const own = ownColumn(table)!
    const rows = await this.#archive.rows(table, part)
    await giveIds(
      sql,
      this.#begun.realm,
      table.columns[own]!.own!,
      rows.map((row) => Number(row[own])),
    )
  }

  async #insert(sql: Sql, step: Step): Promise<void> {
    const { table } = step
    const rows = await this.#mapped(sql, step, 'now')
    const names = this.#columnsOf(table)
    // The organization's own row has been there from the beginning.
    const write = table.name === 'realm' ? completion(table, names, 'now') : insertion(table, names)
    await sql.run(write, [JSON.stringify(rows), this.#begun.realm])
  }

  async #complete(sql: Sql, step: Step): Promise<void> {
    const rows = await this.#mapped(sql, step, 'later')
    const statement = completion(step.table, this.#columnsOf(step.table), 'later')
    await sql.run(statement, [JSON.stringify(rows), this.#begun.realm])
  }

  async #mapped(sql: Sql, { table, part }: Step, when: 'now' | 'later' | 'all') {
    const ids = await this.#loadedIds(sql)
    const rows = await this.#archive.rows(table, part)
    const columns = this.#columnsOf(table)
    return ids.map(sql, (mapping) => rows.map((row) => mappedRow(table, columns, row, mapping, when)))
  }

  async #loadedIds(sql: Sql): Promise<ImportedIds> {
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
      await giveLastId(sql, this.#begun.realm)
      this.#ids = await ImportedIds.load(sql, this.#begun.realm, move)
    }
    return this.#ids
  }

  /** Keeps the bytes of a part's rows under their new keys. */
  async #keepFiles(step: Step, files: ReturnType<Archive['files']>): Promise<void> {
    const { table, part } = step
    const found = await filesBefore(files, part)
    const byName = new Map(found.map((file) => [file.name, file]))
    const rows = await this.#archive.rows(table, part)
    const mapped = await this.#mapped(this.#core.db, step, 'all')
    for (const [index, row] of rows.entries()) {
      const keys = filesOf(table, mapped[index]!, this.#begun.realm)
      for (const [what, told] of Object.entries(row.files ?? {})) {
        const file = byName.get(told.name)
        if (file === undefined || keys[what] === undefined)
          throw new ArchiveError(`The archive lacks ${told.name}.`)
        await this.#options.keep(keys[what], checked(await file.open(), told))
      }
    }
  }
}

/** The files before a part. */
async function filesBefore(files: ReturnType<Archive['files']>, part: Part): Promise<readonly ArchiveFile[]> {
  for (;;) {
    const next = await files.next()
    if (next.done) throw new ArchiveError(`The archive lacks ${part.name}.`)
    if (next.value.part === part.name) return next.value.files
  }
}

/** The bytes, which fail at their end when they are others than the row tells of. */
function checked(bytes: Readable, told: { readonly name: string; readonly sha256: string }): Readable {
  const hash = createHash('sha256')
  const through = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk)
      done(null, chunk)
    },
    flush(done) {
      if (hash.digest('hex') === told.sha256) return done()
      done(new ArchiveError(`The archive is broken: ${told.name} is not what its row says.`))
    },
  })
  bytes.once('error', (error) => through.destroy(error))
  return bytes.pipe(through)
}
