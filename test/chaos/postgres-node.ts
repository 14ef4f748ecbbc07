import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFile, mkdir, open, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { locateBinaries, startPostgres } from '../../config/embedded/postgres.ts'
import { postgresAccount } from '../../config/embedded/postgres-account.ts'
import { hasExited } from '../../config/embedded/processes.ts'
import { commandAt, type Place } from '../harness/place.ts'
import { until } from '../harness/redis-servers.ts'

const PORT = 5432

/** A Postgres at a place of a network. It can be killed and started again with its data. */
export class PostgresNode {
  readonly url: string
  readonly #directory: string
  readonly #place: Place
  #process: ChildProcess | undefined

  private constructor(directory: string, place: Place, url: string) {
    this.#directory = directory
    this.#place = place
    this.url = url
  }

  /** Creates a database in the folder and starts it. */
  static async create(directory: string, place: Place): Promise<PostgresNode> {
    await mkdir(directory)
    const here = await startPostgres({ directory })
    await here.stop()
    const hosts = 'host all all 0.0.0.0/0 scram-sha-256\nhost replication all 0.0.0.0/0 scram-sha-256\n'
    await appendFile(join(directory, 'postgres', 'pg_hba.conf'), hosts)
    const url = new URL(here.url)
    url.host = `${place.host}:${PORT}`
    const node = new PostgresNode(directory, place, url.href)
    await node.start()
    return node
  }

  async start(): Promise<void> {
    const data = join(this.#directory, 'postgres')
    const program = join(await locateBinaries(), 'postgres')
    const account = await postgresAccount(data, [data, program])
    const settings = {
      listen_addresses: this.#place.host,
      port: PORT,
      unix_socket_directories: '',
      max_connections: 200,
      shared_buffers: '64MB',
      timezone: 'UTC',
    }
    const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
    const command = account.command(program, ['-D', data, ...options])
    const { uid, gid } = command.options
    const owner = uid === undefined || gid === undefined ? undefined : { uid, gid }
    const { file, args } = commandAt(this.#place, command.file, command.args, owner)
    const log = await open(join(this.#directory, 'postgres.log'), 'a')
    const child = spawn(file, args, { cwd: '/', stdio: ['ignore', log.fd, log.fd], env: { LC_ALL: 'C' } })
    await log.close()
    this.#process = child
    await until(async () => {
      if (hasExited(child)) return true
      const lines = (await readFile(join(data, 'postmaster.pid'), 'utf8')).split('\n')
      return Number(lines[0]) === child.pid && lines[7]?.trim() === 'ready'
    })
    if (hasExited(child)) throw new Error(`Postgres ended; ${this.#directory}/postgres.log says why`)
  }

  /** Sends a signal; SIGQUIT ends Postgres as a crash does, SIGINT rolls back and stops. Resolves when it has ended. */
  async end(signal: 'SIGQUIT' | 'SIGINT'): Promise<void> {
    const child = this.#process
    if (child === undefined || hasExited(child)) return
    const exited = once(child, 'exit')
    child.kill(signal)
    await exited
  }
}
