import type pg from 'pg'
import type { Config } from '../../config/environment.ts'
import { connectOnce } from '../../core/platform/db/servers/database-servers.ts'
import { openStorage } from '../../storage/open-storage.ts'
import { type Finding, ok, type Row, runCheck, skipped, warning } from './check.ts'
import { DOCTOR_SETTINGS } from './postgres-servers.ts'

/** A restored database and its store disagree about the newest files. */
const NEWEST = 1_000
const AT_ONCE = 16
const LISTED = 3

export const UPLOADED_FILES = 'Uploaded files'

/** Checks that the newest uploaded files are in the store. */
export async function checkUploads(databaseUrl: string, config: Config): Promise<Row[]> {
  const row = await runCheck({
    name: UPLOADED_FILES,
    timeLimitMs: 60_000,
    advice: 'correct DATABASE_URL and the storage first',
    run: () => compare(databaseUrl, config),
  })
  return [row]
}

async function compare(databaseUrl: string, config: Config): Promise<Finding> {
  const storage = await openStorage(config)
  let client: pg.Client | undefined
  try {
    client = await connectOnce(databaseUrl, DOCTOR_SETTINGS)
    const { rows: tables } = await client.query("SELECT to_regclass('attachment') IS NOT NULL AS exist")
    if (!tables[0].exist) return skipped('the database is empty')
    const { rows } = await client.query<{ name: string; key: string }>(
      'SELECT name, storage_key AS key FROM attachment ORDER BY id DESC LIMIT $1',
      [NEWEST],
    )
    const missing: string[] = []
    for (let from = 0; from < rows.length; from += AT_ONCE) {
      const batch = rows.slice(from, from + AT_ONCE)
      const stats = await Promise.all(batch.map(({ key }) => storage.stat(key)))
      missing.push(...batch.filter((_, index) => stats[index] === undefined).map(({ name }) => name))
    }
    if (missing.length === 0) return ok(`the newest ${rows.length} are stored`)
    const names = missing.slice(0, LISTED).join(', ') + (missing.length > LISTED ? ', …' : '')
    const advice = 'restore the bucket or folder of uploads from its backup; links to these files answer 404'
    return warning(`${missing.length} of the newest ${rows.length} are missing: ${names}`, advice)
  } finally {
    storage.close()
    await client?.end().catch(() => undefined)
  }
}
