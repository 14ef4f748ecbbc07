import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Config, ConfigError, loadConfig } from '../../config/environment.ts'
import { publishedAddresses } from '../supervisor/data-directory.ts'
import { ok, type Row, warning, wrong } from './check.ts'
import { unknownVariables } from './unknown-variables.ts'

type Environment = Readonly<Record<string, string | undefined>>

/** The configuration to check, and the servers that it leads to. */
export interface Subject {
  readonly config: Config
  readonly databaseUrl: string | undefined
  readonly redisUrl: string | undefined
  readonly secretKey: string | undefined
  readonly rootUrl: string
}

/** Fewer different characters make a guessable key. */
const MIN_KEY_CHARACTERS = 12

/**
 * Reads the configuration, with a row for each mistake. Wrong settings have their defaults in the result, so
 * that the servers can be checked as well. Without configured servers, the `npm start` on DATA_DIR has
 * started them.
 */
export async function readSettings(env: Environment): Promise<{ subject: Subject; rows: Row[] }> {
  const { config, rows } = tolerantly(env)
  const running = await publishedAddresses(config.dataDir).catch(() => undefined)
  const subject: Subject = {
    config,
    databaseUrl: config.databaseUrl ?? running?.databaseUrl,
    redisUrl: config.redisUrl ?? running?.redisUrl,
    secretKey: config.secretKey ?? (await storedKey(config.dataDir)),
    rootUrl: env.ROOT_URL ? config.rootUrl : (running?.rootUrl ?? config.rootUrl),
  }
  return { subject, rows: [...rows, ...missing(subject), ...doubtful(subject), ...unknownVariables(env)] }
}

function tolerantly(env: Environment): { config: Config; rows: Row[] } {
  try {
    const config = loadConfig(env)
    return { config, rows: [{ name: 'Settings', ...ok('every setting is well-formed') }] }
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    const lines = error.message.split('\n')
    const names = lines.map((line) => line.split(' ', 1)[0]!)
    const rows = lines.map((line, index) => ({
      name: names[index]!,
      ...wrong(line.replace(`${names[index]} `, '').replace(/; it must be .*/s, ''), adviceIn(line)),
    }))
    const others = Object.fromEntries(Object.entries(env).filter(([name]) => !names.includes(name)))
    // Production requires settings that development does not; the other checks do not depend on it.
    const isIncomplete = names.some((name) => name === 'SECRET_KEY' || name === 'ROOT_URL')
    return { config: loadConfig({ ...others, ...(isIncomplete && { NODE_ENV: 'development' }) }), rows }
  }
}

const adviceIn = (line: string): string => `it must be ${line.split('; it must be ')[1] ?? 'corrected'}`

const storedKey = async (dataDir: string): Promise<string | undefined> =>
  readFile(join(dataDir, 'secret-key'), 'utf8').then(
    (text) => text.trim(),
    () => undefined,
  )

function* missing({ databaseUrl, redisUrl, config }: Subject): Generator<Row> {
  for (const [name, value] of [
    ['DATABASE_URL', databaseUrl],
    ['REDIS_URL', redisUrl],
  ] as const) {
    if (value !== undefined) continue
    const advice = 'set it, or run this beside a running npm start with the same DATA_DIR'
    yield { name, ...wrong(`is not set, and no npm start runs on ${config.dataDir}`, advice) }
  }
}

/** Settings that are allowed and seldom meant. */
function* doubtful({ config, rootUrl, secretKey }: Subject): Generator<Row> {
  if (!config.isProduction) {
    const advice = 'set NODE_ENV=production on a server for people'
    yield { name: 'NODE_ENV', ...warning(`${config.nodeEnv}: API keys without passwords`, advice) }
  }
  if (secretKey !== undefined && new Set(secretKey).size < MIN_KEY_CHARACTERS) {
    const advice = 'use the output of: openssl rand -base64 32'
    yield { name: 'SECRET_KEY', ...warning('has few different characters', advice) }
  }
  if (config.isProduction && rootUrl.startsWith('http:')) {
    const advice = 'put a proxy with a certificate in front and set ROOT_URL to its https address'
    yield {
      name: 'ROOT_URL',
      ...warning('http: passwords and messages cross the network unencrypted', advice),
    }
  }
  if (config.isProduction && config.operatorPassword === undefined) {
    yield {
      name: 'OPERATOR_PASSWORD',
      ...warning('is not set: /ops is closed', 'set at least 16 characters'),
    }
  }
  if (config.isProduction && config.smtpUrl === undefined) {
    const advice = 'set SMTP_URL to your mail server'
    yield { name: 'SMTP_URL', ...wrong('is not set: nobody gets invitations or password resets', advice) }
  }
  const isPublic = !/^(?:127\.\S+|::1|localhost)$/.test(config.host)
  if (config.trustProxy === true && isPublic) {
    const advice = "set TRUST_PROXY to the proxy's address, or HOST=127.0.0.1"
    yield {
      name: 'TRUST_PROXY',
      ...warning(`true while HOST is ${config.host}: callers can forge addresses`, advice),
    }
  }
}
