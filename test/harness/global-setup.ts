import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { TestProject } from 'vitest/node'
import { buildProduct } from './build-product.ts'
import { RECORDINGS } from './recorder.ts'
import { type Answer, offerServices } from './run-services.ts'

const SERVERS_PROCESS = fileURLToPath(new URL('./servers-process.ts', import.meta.url))
const BUILD = fileURLToPath(new URL('../../build/main.mjs', import.meta.url))
const BUNDLE = fileURLToPath(new URL('./bundle-programs.mjs', import.meta.url))

/** Set for the nested runs of a test: their exchanges belong to the outer run. */
const RUNNING = 'LOQUAT_TEST_RUN'

/**
 * Offers Postgres, Redis and the compiled product to the tests of a run, which start when the first test asks
 * for them.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  if (process.env[RUNNING] === undefined) await forgetRecordings()
  process.env[RUNNING] = 'yes'
  const directory = await mkdtemp(join(tmpdir(), 'loquat-run-'))
  const address = join(directory, 'services')
  let servers: ChildProcess | undefined
  const run = async (program: string): Promise<string> => {
    await buildProduct(program, () => {
      process.exitCode = 1
      void project.vitest.cancelCurrentRun('test-failure')
    })
    return ''
  }
  const offer = await offerServices(address, {
    servers: () => {
      servers = fork(SERVERS_PROCESS, { execArgv: ['--import', 'tsx'], detached: true })
      return answerOf(servers)
    },
    product: () => run(BUILD),
    programs: () => run(BUNDLE),
  })
  // In watch mode, the sources may have changed since the last run.
  project.onTestsRerun(() => {
    offer.forget('product')
    offer.forget('programs')
  })
  project.provide('services', address)
  return async () => {
    await offer.close()
    await rm(directory, { recursive: true, force: true })
    if (servers?.connected !== true) return
    servers.disconnect()
    await once(servers, 'exit')
  }
}

/** Deletes the files and keeps the folder, because another run may be writing to it. */
async function forgetRecordings(): Promise<void> {
  await mkdir(RECORDINGS, { recursive: true })
  for (const file of await readdir(RECORDINGS)) await rm(`${RECORDINGS}/${file}`, { force: true })
}

async function answerOf(servers: ChildProcess): Promise<string> {
  const ended = once(servers, 'exit').then(() => [
    { error: 'the servers of the tests ended before they served' },
  ])
  const [answer] = (await Promise.race([once(servers, 'message'), ended])) as [Answer]
  if ('error' in answer) throw new Error(answer.error)
  return answer.value
}
