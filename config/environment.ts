import { resolve } from 'node:path'
import { ConfigError } from './error.ts'
import { notesOf, type VariableName, variables } from './variables.ts'

export { ConfigError }

type Camel<Name extends string> = Name extends `${infer Head}_${infer Tail}`
  ? `${Lowercase<Head>}${Capitalize<Camel<Tail>>}`
  : Lowercase<Name>

type Declared = ReturnType<typeof variables.parse>

/**
 * The environment, checked and complete: field `databasePoolSize` is variable `DATABASE_POOL_SIZE`, and so
 * on for every variable of `variables.ts`. Frozen.
 */
export type Config = Readonly<
  { [Name in VariableName as Camel<Name>]: Declared[Name] } & {
    host: string
    /** Absolute. */
    dataDir: string
    /** An origin: no path, no trailing slash. */
    rootUrl: string
    smtpTls: 'required' | 'offered' | 'never'
    mailFrom: string
    rateLimitUserPerMinute: number
    rateLimitAddressPerMinute: number
    rateLimitAuthenticationPer30Minutes: number
    rateLimitAuthenticationAddressPer30Minutes: number
    isDevelopment: boolean
    isProduction: boolean
    /** Host of `rootUrl`, with the port unless it is the scheme's own. */
    rootHost: string
  }
>

/** The configuration of a process that serves: its database, Redis and secret are known. */
export type RuntimeConfig = Config & Readonly<{ databaseUrl: string; redisUrl: string; secretKey: string }>

type Environment = Readonly<Record<string, string | undefined>>

/**
 * Reads the configuration. An empty variable counts as unset, an unknown one is ignored. Throws
 * `ConfigError` with a line for each variable that is wrong.
 */
export function loadConfig(env: Environment = process.env): Config {
  return configIn(env, [])
}

/** As `loadConfig`, for a process that serves: what it needs and is not set is wrong too. */
export function loadRuntimeConfig(env: Environment = process.env): RuntimeConfig {
  return requireRuntime(configIn(env, NEEDED))
}

/** What `npm start` provides; a process started on its own must be given them. */
const NEEDED = ['DATABASE_URL', 'REDIS_URL', 'SECRET_KEY'] as const satisfies readonly VariableName[]

function configIn(env: Environment, needed: readonly VariableName[]): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
  const parsed = variables.safeParse(given)
  const malformed = parsed.error?.issues.map((issue) => issue.path[0] as VariableName) ?? []
  // What stands beside others is judged by what is well-formed of it; a default stands for the rest.
  const wellFormed = Object.fromEntries(
    Object.entries(given).filter(([name]) => !malformed.includes(name as VariableName)),
  )
  const declared = parsed.data ?? variables.parse(wellFormed)
  const wrong = new Set([...malformed, ...contradictions(declared)])
  for (const name of needed) if (given[name] === undefined) wrong.add(name)
  if (wrong.size > 0) {
    const lines = [...wrong].map((name) => refusal(name, given[name] ?? declared[name]))
    throw new ConfigError(lines.join('\n'))
  }

  const isProduction = declared.NODE_ENV === 'production'
  const rootUrl = declared.ROOT_URL ?? `http://localhost:${declared.PORT}`
  return Object.freeze({
    ...camelCased(declared),
    host: declared.HOST ?? (isProduction ? '0.0.0.0' : '127.0.0.1'),
    dataDir: resolve(declared.DATA_DIR),
    rootUrl,
    smtpTls: declared.SMTP_TLS ?? (hasPassword(declared.SMTP_URL) ? 'required' : 'offered'),
    mailFrom: declared.MAIL_FROM ?? `noreply@${new URL(rootUrl).hostname}`,
    rateLimitUserPerMinute: declared.RATE_LIMIT_USER_PER_MINUTE ?? (isProduction ? 600 : 20_000),
    rateLimitAddressPerMinute: declared.RATE_LIMIT_ADDRESS_PER_MINUTE ?? (isProduction ? 300 : 20_000),
    rateLimitAuthenticationPer30Minutes:
      declared.RATE_LIMIT_AUTHENTICATION_PER_30_MINUTES ?? (isProduction ? 10 : 1000),
    rateLimitAuthenticationAddressPer30Minutes:
      declared.RATE_LIMIT_AUTHENTICATION_ADDRESS_PER_30_MINUTES ?? (isProduction ? 100 : 20_000),
    isDevelopment: declared.NODE_ENV === 'development',
    isProduction,
    rootHost: new URL(rootUrl).host,
  })
}

/** Narrows to what a gateway or a worker needs. Throws `ConfigError` with a line for each that is missing. */
export function requireRuntime(config: Config): RuntimeConfig {
  const { databaseUrl, redisUrl, secretKey } = config
  if (!databaseUrl || !redisUrl || !secretKey) {
    const values = { DATABASE_URL: databaseUrl, REDIS_URL: redisUrl, SECRET_KEY: secretKey }
    const missing = NEEDED.filter((name) => !values[name])
    throw new ConfigError(missing.map((name) => refusal(name, undefined)).join('\n'))
  }
  return Object.freeze({ ...config, databaseUrl, redisUrl, secretKey })
}

/** The variables that are well-formed on their own but not beside the others. */
function* contradictions(declared: Declared): Generator<VariableName> {
  if (declared.NODE_ENV === 'production' && !declared.SECRET_KEY) yield 'SECRET_KEY'
  if (declared.NODE_ENV === 'production' && !declared.ROOT_URL) yield 'ROOT_URL'
  if (declared.EVENT_LOG_RETENTION_SECONDS <= declared.EVENT_QUEUE_LIFETIME_SECONDS) {
    yield 'EVENT_LOG_RETENTION_SECONDS'
  }
  if (declared.LONGPOLL_TIMEOUT_SECONDS <= declared.HEARTBEAT_SECONDS) yield 'LONGPOLL_TIMEOUT_SECONDS'
  for (const [one, other] of [
    ['APNS_KEY_FILE', 'APNS_KEY_ID'],
    ['APNS_KEY_ID', 'APNS_TEAM_ID'],
    ['APNS_TEAM_ID', 'APNS_KEY_FILE'],
  ] as const) {
    if (declared[one] && !declared[other]) yield other
  }
  if (declared.BIG_BLUE_BUTTON_URL && !declared.BIG_BLUE_BUTTON_SECRET) yield 'BIG_BLUE_BUTTON_SECRET'
  if (declared.BIG_BLUE_BUTTON_SECRET && !declared.BIG_BLUE_BUTTON_URL) yield 'BIG_BLUE_BUTTON_URL'
  if (declared.S3_SECRET_ACCESS_KEY && !declared.S3_ACCESS_KEY_ID) yield 'S3_ACCESS_KEY_ID'
  if (declared.S3_ACCESS_KEY_ID && !declared.S3_SECRET_ACCESS_KEY) yield 'S3_SECRET_ACCESS_KEY'
}

const hasPassword = (url: string | undefined): boolean => url !== undefined && new URL(url).password !== ''

function refusal(name: VariableName, given: unknown): string {
  const notes = notesOf(name)
  let state = 'is not set'
  if (given !== undefined) state = notes.secret ? 'is not valid' : `is ${JSON.stringify(given)}`
  return `${name} ${state}; it must be ${notes.allowed}`
}

function camelCased(declared: Declared): { [Name in VariableName as Camel<Name>]: Declared[Name] } {
  const entries = Object.entries(declared).map(([name, value]) => [
    name.toLowerCase().replace(/_(.)/g, (_, letter: string) => letter.toUpperCase()),
    value,
  ])
  return Object.fromEntries(entries)
}
