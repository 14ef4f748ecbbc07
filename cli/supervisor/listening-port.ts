import { once } from 'node:events'
import { createServer } from 'node:net'
import { ConfigError } from '../../config/error.ts'

/**
 * Checks that gateways will be able to listen on the port. Returns the port; for 0, a free one. Throws
 * `ConfigError` when another program listens there or the system refuses the port.
 */
export async function checkPort(host: string, port: number): Promise<number> {
  const server = createServer()
  try {
    server.listen({ host, port, exclusive: true })
    await once(server, 'listening')
    const address = server.address()
    return typeof address === 'object' && address ? address.port : port
  } catch (error) {
    throw new ConfigError(reasonFor((error as NodeJS.ErrnoException).code, host, port))
  } finally {
    server.close()
  }
}

function reasonFor(code: string | undefined, host: string, port: number): string {
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
