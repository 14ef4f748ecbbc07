import { once } from 'node:events'
import { createServer } from 'node:net'
import { ConfigError } from '../config/error.ts'

/**
 * Makes sure that gateways will be able to listen: resolves to the port, a free one for 0. Throws
 * `ConfigError` when another program has it or the system refuses it.
 */
export async function claimPort(host: string, port: number): Promise<number> {
  const server = createServer()
  try {
    server.listen({ host, port, exclusive: true })
    await once(server, 'listening')
    const address = server.address()
    return typeof address === 'object' && address ? address.port : port
  } catch (error) {
    throw new ConfigError(reason((error as NodeJS.ErrnoException).code, host, port))
  } finally {
    server.close()
  }
}

function reason(code: string | undefined, host: string, port: number): string {
  switch (code) {
    case 'EADDRINUSE':
      return `Port ${port} is already in use: stop the program that listens there, or set PORT to another one`
    case 'EACCES':
      return `Port ${port} is reserved for the superuser: set PORT to one above 1023`
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `HOST is ${JSON.stringify(host)}; it must be an address of this machine`
    default:
      return `Port ${port} of ${host} cannot be listened on (${code})`
  }
}
