import { createECDH } from 'node:crypto'
import { resolve } from 'node:path'
import { ConfigError } from './error.ts'
import { notesOf, type VariableName, variables } from './variables.ts'

export { ConfigError }

type Camel<Name extends string> = Name extends `${infer Head}_${infer Tail}`
  ? `${Lowercase<Head>}${Capitalize<Camel<Tail>>}`
  : Lowercase<Name>

type Declared = ReturnType<typeof variables.parse>

/**
 * The checked environment with all defaults. Field `databasePoolSize` is variable `DATABASE_POOL_SIZE`, and
 * so on for every variable of `variables.ts`. Frozen.
 */
export type Config = Readonly<
  { [Name in VariableName as Camel<Name>]: Declared[Name] } & {
    host: string
    /** An absolute path. */
    dataDir: string
    /** An origin, without a path or a trailing slash. */
    rootUrl: string
    smtpTls: 'required' | 'offered' | 'never'
    mailFrom: string
    vapidSubject: string
    rateLimitUserPerMinute: number
    rateLimitAddressPerMinute: number
    rateLimitFilesPerMinute: number
    rateLimitAuthenticationPer30Minutes: number
    rateLimitAuthenticationAccountPer30Minutes: number
    rateLimitAuthenticationAddressPer30Minutes: number
    isDevelopment: boolean
    isProduction: boolean
    /** Host of `rootUrl`, with the port unless it is the default of the scheme. */
    rootHost: string
  }
>

/** The configuration of a gateway or worker: the database, Redis and the secret are set. */
export type RuntimeConfig = Config & Readonly<{ databaseUrl: string; redisUrl: string; secretKey: string }>

type Environment = Readonly<Record<string, string | undefined>>

/**
 * Reads the configuration. Empty variables count as unset, unknown ones are ignored. Throws `ConfigError`
 * with one line for each wrong variable.
 */
export function loadConfig(env: Environment = process.env): Config {
  return configFrom(env, [])
}

/** As `loadConfig`, for a gateway or worker: the variables of `NEEDED` must be set too. */
export function loadRuntimeConfig(env: Environment = process.env): RuntimeConfig {
  return requireRuntime(configFrom(env, NEEDED))
}

/** Variables that `npm start` sets; a gateway or worker started on its own needs them. */
const NEEDED = ['DATABASE_URL', 'REDIS_URL', 'SECRET_KEY'] as const satisfies readonly VariableName[]

function configFrom(env: Environment, needed: readonly VariableName[]): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
  const parsed = variables.safeParse(given)
  const malformed = parsed.error?.issues.map((issue) => issue.path[0] as VariableName) ?? []
  // Contradictions are found among the well-formed variables; defaults replace the malformed ones.
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
  const mailFrom = declared.MAIL_FROM ?? `noreply@${new URL(rootUrl).hostname}`
  return Object.freeze({
    ...camelCased(declared),
    host: declared.HOST ?? (isProduction ? '0.0.0.0' : '127.0.0.1'),
    dataDir: resolve(declared.DATA_DIR),
    rootUrl,
    smtpTls: declared.SMTP_TLS ?? (hasPassword(declared.SMTP_URL) ? 'required' : 'offered'),
    mailFrom,
    vapidSubject:
      declared.VAPID_SUBJECT ?? (rootUrl.startsWith('https:') ? rootUrl : `mailto:${addressIn(mailFrom)}`),
    rateLimitUserPerMinute: declared.RATE_LIMIT_USER_PER_MINUTE ?? (isProduction ? 600 : 20_000),
    rateLimitAddressPerMinute: declared.RATE_LIMIT_ADDRESS_PER_MINUTE ?? (isProduction ? 300 : 20_000),
    rateLimitFilesPerMinute: declared.RATE_LIMIT_FILES_PER_MINUTE ?? (isProduction ? 6000 : 1_000_000),
    rateLimitAuthenticationPer30Minutes:
      declared.RATE_LIMIT_AUTHENTICATION_PER_30_MINUTES ?? (isProduction ? 10 : 1000),
    rateLimitAuthenticationAccountPer30Minutes:
      declared.RATE_LIMIT_AUTHENTICATION_ACCOUNT_PER_30_MINUTES ?? (isProduction ? 50 : 20_000),
    rateLimitAuthenticationAddressPer30Minutes:
      declared.RATE_LIMIT_AUTHENTICATION_ADDRESS_PER_30_MINUTES ?? (isProduction ? 100 : 20_000),
    isDevelopment: declared.NODE_ENV === 'development',
    isProduction,
    rootHost: new URL(rootUrl).host,
  })
}

/**
 * Narrows `config` to the type for gateways and workers. Throws `ConfigError` with one line for each missing
 * variable.
 */
export function requireRuntime(config: Config): RuntimeConfig {
  const { databaseUrl, redisUrl, secretKey } = config
  if (!databaseUrl || !redisUrl || !secretKey) {
    const values = { DATABASE_URL: databaseUrl, REDIS_URL: redisUrl, SECRET_KEY: secretKey }
    const missing = NEEDED.filter((name) => !values[name])
    throw new ConfigError(missing.map((name) => refusal(name, undefined)).join('\n'))
  }
  return Object.freeze({ ...config, databaseUrl, redisUrl, secretKey })
}

/** Yields the variables that are well-formed but contradict others. */
function* contradictions(declared: Declared): Generator<VariableName> {
  if (declared.NODE_ENV === 'production' && !declared.SECRET_KEY) yield 'SECRET_KEY'
  if (declared.NODE_ENV === 'production' && !declared.ROOT_URL) yield 'ROOT_URL'
  if (declared.EVENT_LOG_RETENTION_SECONDS <= declared.EVENT_QUEUE_LIFETIME_SECONDS) {
    yield 'EVENT_LOG_RETENTION_SECONDS'
  }
  if (declared.LONGPOLL_TIMEOUT_SECONDS <= declared.HEARTBEAT_SECONDS) yield 'LONGPOLL_TIMEOUT_SECONDS'
  for (const [name, required] of [
    ['APNS_KEY_FILE', 'APNS_KEY_ID'],
    ['APNS_KEY_ID', 'APNS_TEAM_ID'],
    ['APNS_TEAM_ID', 'APNS_KEY_FILE'],
  ] as const) {
    if (declared[name] && !declared[required]) yield required
  }
  if (declared.VAPID_PUBLIC_KEY && !declared.VAPID_PRIVATE_KEY) yield 'VAPID_PRIVATE_KEY'
  if (declared.VAPID_PRIVATE_KEY && !isKeyPair(declared.VAPID_PUBLIC_KEY, declared.VAPID_PRIVATE_KEY)) {
    yield 'VAPID_PUBLIC_KEY'
  }
  if (declared.BIG_BLUE_BUTTON_URL && !declared.BIG_BLUE_BUTTON_SECRET) yield 'BIG_BLUE_BUTTON_SECRET'
  if (declared.BIG_BLUE_BUTTON_SECRET && !declared.BIG_BLUE_BUTTON_URL) yield 'BIG_BLUE_BUTTON_URL'
  if (declared.ZOOM_CLIENT_ID && !declared.ZOOM_CLIENT_SECRET) yield 'ZOOM_CLIENT_SECRET'
  if (declared.ZOOM_CLIENT_SECRET && !declared.ZOOM_CLIENT_ID) yield 'ZOOM_CLIENT_ID'
  if (declared.S3_SECRET_ACCESS_KEY && !declared.S3_ACCESS_KEY_ID) yield 'S3_ACCESS_KEY_ID'
  if (declared.S3_ACCESS_KEY_ID && !declared.S3_SECRET_ACCESS_KEY) yield 'S3_SECRET_ACCESS_KEY'
}

function isKeyPair(publicKey: string | undefined, privateKey: string): boolean {
  const pair = createECDH('prime256v1')
  try {
    pair.setPrivateKey(privateKey, 'base64url')
    return pair.getPublicKey('base64url') === publicKey
  } catch {
    return false // not a number that the curve allows
  }
}

/** The address in `Name <address>`, or the text itself. */
const addressIn = (from: string): string => /<([^<>]+)>\s*$/.exec(from)?.[1] ?? from

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
