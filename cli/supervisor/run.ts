import { join } from 'node:path'
import type { Config } from '../../config/environment.ts'
import { ConfigError } from '../../config/error.ts'
import { exposureWarning } from '../../config/exposure-warning.ts'
import { GATEWAY_NODE_OPTIONS } from '../../config/gateway-process.ts'
import { readOrCreateSecret } from '../../config/secret-file.ts'
import { type Output, standardOutput } from '../../core/platform/log/output.ts'
import { SUPERVISED } from '../../core/platform/processes/supervisor.ts'
import { childService } from './child.ts'
import { lockDataDirectory, publishAddresses } from './data-directory.ts'
import { embeddedPostgres, embeddedRedis } from './embedded.ts'
import { checkPort } from './listening-port.ts'
import { type Preparation, PreparationError } from './preparation.ts'
import { Supervisor } from './supervisor.ts'
import { welcome } from './welcome.ts'

/** A terminal and npm may both deliver one Ctrl-C, so a second signal within this time is ignored. */
const SAME_SIGNAL_MS = 500

export type Parts = {
  /** Paths of the scripts of the processes. */
  gateway: string
  worker: string
  /** Its `migrate` is called when the embedded servers answer and no process uses them. */
  preparation: Preparation
  /** Called once every process serves, with a function that restarts all gateways and workers. */
  started?(restart: () => Promise<void>): void
}

/** Never blocks: nobody may read the output of `npm start`. */
let output: Output | undefined

function print(line: string): void {
  output ??= standardOutput((count) => `${count} lines were left out, because nobody read them\n`)
  output.write(`${line}\n`)
}

/**
 * Runs all of `npm start` until a signal stops it, then exits with code 0. A mistake in the configuration, or
 * a preparation that ended early, is printed on standard error in one line, and the exit code is 1.
 */
export async function run(parts: Parts): Promise<void> {
  const supervisor = new Supervisor(print)
  let release = async () => {}
  const isStopped = stopOnSignal(supervisor, () => release())
  try {
    const config = await parts.preparation.readConfig()
    release = await lockDataDirectory(config.dataDir)
    await bringUp(parts, supervisor, config)
  } catch (error) {
    if (isStopped()) return
    const isPlain = error instanceof ConfigError || error instanceof PreparationError
    process.stderr.write(isPlain ? `${error.message}\n` : `${(error as Error).stack}\n`)
    await supervisor.stop()
    await release()
    process.exit(1)
  }
}

async function bringUp(parts: Parts, supervisor: Supervisor, given: Config): Promise<void> {
  const port = await checkPort(given.host, given.port)

  // Services start in this order and stop in the reverse one.
  const postgres = given.databaseUrl ? undefined : embeddedPostgres(given.dataDir, print)
  const redis = given.redisUrl ? undefined : embeddedRedis(given.dataDir, print)
  const servers = [postgres, redis].filter((server) => server !== undefined)
  await Promise.all(servers.map((server) => supervisor.start([server])))

  // In production nobody reads the printed welcome, so the operator has to choose the password of /ops.
  const isGenerated = given.operatorPassword === undefined && !given.isProduction
  const operatorPassword = isGenerated
    ? await readOrCreateSecret(join(given.dataDir, 'operator-password'))
    : given.operatorPassword
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    PORT: String(port),
    DATA_DIR: given.dataDir,
    DATABASE_URL: given.databaseUrl ?? postgres?.url(),
    REDIS_URL: given.redisUrl ?? redis?.url(),
    SECRET_KEY: given.secretKey ?? (await readOrCreateSecret(join(given.dataDir, 'secret-key'))),
    OPERATOR_PASSWORD: operatorPassword,
    [SUPERVISED]: '1',
    // Otherwise malloc keeps freed memory in a heap of its own for each thread.
    MALLOC_ARENA_MAX: process.env.MALLOC_ARENA_MAX ?? '2',
  }
  const { config, demonstration } = await parts.preparation.migrate(env)
  env.ROOT_URL = config.rootUrl
  await publishAddresses(config.dataDir, config)

  // On a terminal, and for whoever tries Loquat, the request logs would bury the printed addresses and
  // passwords.
  const isRead = process.stdout.isTTY || !config.isProduction
  const logFolder = isRead ? join(config.dataDir, 'logs') : undefined
  const children = (kind: string, count: number, script: string, nodeOptions: readonly string[] = []) =>
    Array.from({ length: count }, (_, index) => {
      const logFile = logFolder && join(logFolder, `${kind}-${index + 1}.log`)
      return childService({ name: `${kind} ${index + 1}`, script, env, nodeOptions, logFile })
    })
  await Promise.all([
    supervisor.start(children('worker', config.workers, parts.worker)),
    supervisor.start(children('gateway', config.gateways, parts.gateway, GATEWAY_NODE_OPTIONS)),
  ])
  const warning = exposureWarning(config)
  if (warning !== undefined) process.stderr.write(`${warning}\n`)
  print(
    welcome(config, {
      demonstration,
      generatedPassword: isGenerated ? operatorPassword : undefined,
      logFolder,
    }),
  )
  parts.started?.(() => supervisor.restartFrom(servers.length))
}

/**
 * The first signal stops everything in order, the second one kills it. Returns whether a signal has arrived.
 */
function stopOnSignal(supervisor: Supervisor, release: () => Promise<void>): () => boolean {
  let since: number | undefined
  const stop = async () => {
    if (since === undefined) {
      since = Date.now()
      print('Stopping… press Ctrl-C again to force quit')
      await supervisor.stop()
      await release()
      process.exit(0)
    }
    if (Date.now() - since < SAME_SIGNAL_MS) return
    supervisor.kill()
    await release()
    process.exit(1)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stop)
  return () => since !== undefined
}
