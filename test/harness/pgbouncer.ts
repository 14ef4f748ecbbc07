import { spawn, spawnSync } from 'node:child_process'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { freePort, stopChild } from '../../config/embedded/processes.ts'

const PROGRAM = '/usr/sbin/pgbouncer'

/** Whether PgBouncer is installed (apt-get install pgbouncer). */
export const hasPgBouncer = spawnSync(PROGRAM, ['--version']).status === 0
if (!hasPgBouncer && process.env.CI) throw new Error(`no ${PROGRAM}: apt-get install pgbouncer`)

/** Starts PgBouncer in front of a database. `settings`: lines of its configuration. */
export async function startPgBouncer(
  databaseUrl: string,
  settings: readonly string[],
): Promise<{ url: string; stop(): Promise<void> }> {
  const directory = await mkdtemp(join(tmpdir(), 'loquat-pgbouncer-'))
  await chmod(directory, 0o755)
  const { hostname, port: serverPort, username, password, pathname } = new URL(databaseUrl)
  const database = pathname.slice(1)
  const port = await freePort()
  const file = join(directory, 'pgbouncer.ini')
  const lines = [
    '[databases]',
    `${database} = host=${hostname} port=${serverPort} user=${username} password=${password}`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${port}`,
    'unix_socket_dir =',
    'auth_type = any',
    ...settings,
  ]
  await writeFile(file, `${lines.join('\n')}\n`)
  const account = process.getuid?.() === 0 ? ['-u', 'nobody'] : []
  const child = spawn(PROGRAM, [...account, file], { stdio: 'ignore' })
  const url = `postgres://${username}@127.0.0.1:${port}/${database}`
  while (!(await answers(url))) {
    if (child.exitCode !== null) throw new Error('PgBouncer ended')
    await sleep(20)
  }
  return {
    url,
    async stop() {
      await stopChild(child, 'SIGKILL', 1_000)
      await rm(directory, { recursive: true, force: true })
    },
  }
}

async function answers(connectionString: string): Promise<boolean> {
  const client = new pg.Client({ connectionString })
  client.on('error', () => undefined)
  try {
    await client.connect()
    await client.query('SELECT 1')
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => undefined)
  }
}
