import { startPostgres } from '../../config/embedded/postgres.ts'
import type { EmbeddedServer } from '../../config/embedded/processes.ts'
import { startRedis } from '../../config/embedded/redis.ts'
import type { Service } from './service.ts'

/** An embedded server as a service. After a crash it starts again at the same address. */
export type EmbeddedService = Service & {
  /** Throws before the server has been ready once. */
  url(): string
}

export function embeddedPostgres(directory: string, report: (line: string) => void): EmbeddedService {
  return withFixedAddress('Postgres', (port) => startPostgres({ directory, port, report }))
}

export function embeddedRedis(directory: string, report: (line: string) => void): EmbeddedService {
  return withFixedAddress('Redis', (port) => startRedis({ directory, port, report }))
}

function withFixedAddress(name: string, start: (port?: number) => Promise<EmbeddedServer>): EmbeddedService {
  let url: string | undefined
  return {
    name,
    async start() {
      const server = await start(url === undefined ? undefined : Number(new URL(url).port))
      url = server.url
      return server
    },
    url() {
      if (url === undefined) throw new Error(`${name} has not been started`)
      return url
    },
  }
}
