import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { inject } from 'vitest'
import type { Answer, ServiceName } from './run-services.ts'
import type { Organization } from './template.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** The socket at which the run offers its services. */
    services: string
  }
}

/** The servers that all tests of a run share. */
export interface TestServers {
  /** Address of the cluster. Each test file clones its own database from the template. */
  readonly postgresUrl: string
  readonly redisUrl: string
  /** The demonstration organization of the template database. */
  readonly organization: Organization
}

let servers: Promise<TestServers> | undefined
let product: Promise<unknown> | undefined
let programs: Promise<unknown> | undefined

/** The servers of the run. The first test that asks starts them. */
export function testServers(): Promise<TestServers> {
  servers ??= ask('servers').then((value) => JSON.parse(value) as TestServers)
  return servers
}

/**
 * Resolves when `dist` holds the product as the sources are now. A test that runs compiled programs, or reads
 * the built web client or reference, awaits it first. A build that fails ends the run.
 */
export async function productIsBuilt(): Promise<void> {
  product ??= ask('product')
  await product
}

/**
 * Resolves when the programs that tests start are bundled as their sources are now. A bundle that fails ends
 * the run.
 */
export async function programsAreBundled(): Promise<void> {
  programs ??= ask('programs')
  await programs
}

async function ask(name: ServiceName): Promise<string> {
  const socket = connect(inject('services'))
  socket.write(name)
  const answer = JSON.parse(await text(socket)) as Answer
  if ('error' in answer) throw new Error(answer.error)
  return answer.value
}
