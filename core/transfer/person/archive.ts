import { Readable } from 'node:stream'
import type { Database } from '../../platform/db/database.ts'
import { type Sql, statement } from '../../platform/db/statements/statement.ts'
import type { RealmId, UserId } from '../../platform/ids.ts'
import { type PicturePath, pictureKey } from '../../state/pictures/path.ts'
import { ZipWriter } from '../exports/archive/zip-writer.ts'
import { DATA_SETS, type DataSet } from './data-sets.ts'

/** The sources of an archive of one person's data. */
export interface PersonSource {
  readonly db: Pick<Database, 'snapshot'>
  readonly realm: { readonly id: RealmId; readonly name: string; readonly url: string }
  readonly person: {
    readonly id: UserId
    readonly fullName: string
    readonly deliveryEmail: string
    readonly avatarPath: PicturePath | null
  }
  /** Opens a stored file; resolves to undefined when it no longer exists. */
  readonly open: (key: string) => Promise<Readable | undefined>
  /** Called as messages and files are written, with the number of those and of all. */
  readonly onProgress?: (done: number, total: number) => void
}

const NO_TIMEOUT = statement('person.no-timeout', 'SET LOCAL statement_timeout = 0')
const UTC = statement('person.utc', "SET LOCAL TimeZone = 'UTC'")
const FETCH = statement('person.fetch', 'FETCH 200 FROM person_rows')
const CLOSE = statement('person.close', 'CLOSE person_rows')
const TOTAL = statement(
  'person.total',
  // message_sender, attachment_owner
  `SELECT (SELECT count(*) FROM message WHERE sender_id = $1)::int4
     + (SELECT count(*) FROM attachment WHERE owner_id = $1)::int4 AS total`,
)

/**
 * Streams an archive of one person's data (docs/export-format.md). Reads one REPEATABLE READ snapshot, 200
 * rows at a time. The stream ends when the archive is complete and fails otherwise. Destroying it stops the
 * export.
 */
export function personArchive(source: PersonSource): Readable {
  const zip = new ZipWriter()
  source.db
    .snapshot((sql) => writeAll(zip, sql, source))
    .then(
      () => zip.end(),
      (error) => zip.fail(error),
    )
  return zip.output
}

async function writeAll(zip: ZipWriter, sql: Sql, source: PersonSource): Promise<void> {
  const { person, realm } = source
  await sql.run(NO_TIMEOUT)
  await sql.run(UTC)
  const values = [person.id, realm.id]
  const [counted] = await sql.run<{ readonly total: number }>(TOTAL, [person.id])
  let done = 0
  const advance = (by: number) => {
    done += by
    source.onProgress?.(done, counted!.total)
  }
  const rows: Record<string, number> = {}
  for (const set of DATA_SETS) {
    rows[set.name] = 0
    const lines = async function* () {
      for await (const page of pagesOf(sql, set, values)) {
        rows[set.name]! += page.length
        if (set.name === 'message') advance(page.length)
        yield page.map(({ row }) => `${row}\n`).join('')
      }
    }
    await zip.addTextStream(`${set.name}.ndjson`, Readable.from(lines(), { objectMode: false }))
  }
  const missing = await writeFiles(zip, sql, source, values, advance)
  const about = {
    format: 'loquat-person-data',
    version: 1,
    exported_at: new Date().toISOString(),
    organization: { name: realm.name, url: realm.url },
    person: { id: person.id, full_name: person.fullName, email: person.deliveryEmail },
    rows,
    missing_files: missing,
  }
  await zip.addText('manifest.json', JSON.stringify(about, null, 1))
}

async function* pagesOf(
  sql: Sql,
  { name, sql: query }: DataSet,
  values: readonly unknown[],
): AsyncGenerator<readonly { readonly row: string }[]> {
  const declared = `DECLARE person_rows NO SCROLL CURSOR FOR SELECT row_to_json(r)::text AS row FROM (${query}) r`
  await sql.run(statement(`person.rows.${name}`, declared), values)
  for (;;) {
    const page = await sql.run<{ readonly row: string }>(FETCH)
    if (page.length === 0) break
    yield page
  }
  await sql.run(CLOSE)
}

const FILES = DATA_SETS.find(({ name }) => name === 'file')!

/** Writes the person's files and avatar. Returns how many files no longer exist. */
async function writeFiles(
  zip: ZipWriter,
  sql: Sql,
  { open, person }: PersonSource,
  values: readonly unknown[],
  advance: (by: number) => void,
): Promise<number> {
  let missing = 0
  const add = async (name: string, key: string) => {
    const bytes = await open(key)
    if (bytes === undefined) missing += 1
    else await zip.addFile(name, bytes)
  }
  for await (const page of pagesOf(sql, FILES, values)) {
    for (const { row } of page) {
      const { id, path_id, storage_key } = JSON.parse(row) as Record<'id' | 'path_id' | 'storage_key', string>
      // The end of the path is a name that is safe on every file system.
      await add(`files/${id}-${path_id.slice(path_id.lastIndexOf('/') + 1)}`, storage_key)
      advance(1)
    }
  }
  const { avatarPath } = person
  if (avatarPath !== null) await add(`avatar${/\.\w+$/.exec(avatarPath)![0]}`, pictureKey(avatarPath))
  return missing
}
