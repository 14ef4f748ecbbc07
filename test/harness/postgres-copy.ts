import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'

const run = promisify(execFile)

/**
 * Copies the data of a running cluster, as pg_basebackup does. The test's Postgres comes without that
 * program. The copy has no WAL: it needs an archive or a server that sends it.
 */
export async function copyCluster(url: string, from: string, to: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query("SELECT pg_backup_start('copy', true)")
    await run('cp', ['-a', from, to])
    const { rows } = await client.query('SELECT labelfile FROM pg_backup_stop(true)')
    await run('sh', ['-c', `rm -rf ${to}/postmaster.pid ${to}/pg_wal/*`])
    await writeAsPostgres(join(to, 'backup_label'), rows[0].labelfile)
  } finally {
    await client.end()
  }
}

/** Writes a file of a cluster, which may belong to another account than the test's. */
export async function writeAsPostgres(path: string, text: string): Promise<void> {
  await writeFile(path, text, { mode: 0o600 })
  await run('chown', ['--reference', join(dirname(path), 'PG_VERSION'), path])
}
