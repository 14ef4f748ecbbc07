import { createServer } from 'node:net'

/** The services that tests of a run share. Each service is prepared when the first test asks for it. */
export interface Services {
  /** Starts Postgres and Redis, and returns their addresses as JSON. */
  readonly servers: () => Promise<string>
  /** Compiles the product. */
  readonly product: () => Promise<string>
  /** Bundles the programs that tests start. */
  readonly programs: () => Promise<string>
}

export type ServiceName = keyof Services

/** The answer to a test that asks for a service. */
export type Answer = { readonly value: string } | { readonly error: string }

/** Services that tests can ask for. */
export interface Offer {
  /** Prepares the service again for the next test that asks. */
  forget(name: ServiceName): void
  close(): Promise<void>
}

/**
 * Listens at `path`, a socket of Unix, for tests that ask for a service. Prepares each service once; tests
 * that ask meanwhile wait for the same result.
 */
export async function offerServices(path: string, services: Services): Promise<Offer> {
  const answers = new Map<ServiceName, Promise<Answer>>()
  const answer = async (name: ServiceName): Promise<Answer> => {
    try {
      return { value: await services[name]() }
    } catch (error) {
      return { error: (error as Error).message }
    }
  }
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.once('data', async (data) => {
      const name = data.toString() as ServiceName
      if (!answers.has(name)) answers.set(name, answer(name))
      socket.end(JSON.stringify(await answers.get(name)))
    })
  })
  await new Promise<void>((resolve) => server.listen(path, resolve))
  return {
    forget: (name) => void answers.delete(name),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
