import { parseDatabaseAddress } from '../../config/database-address.ts'
import { secretsOfProviders } from '../../config/openid-providers.ts'
import { parseRedisAddress } from '../../config/redis-address.ts'
import { secretsOfServerProviders } from '../../config/server-providers.ts'
import { notesOf, type VariableName, variables } from '../../config/variables.ts'

/** Shorter values, such as the user name in a URL, occur in ordinary text. */
const SHORTEST = 4

/** Returns a function that replaces the secrets of an environment in a text with `***`. */
export function secretsHider(env: Readonly<Record<string, string | undefined>>): (text: string) => string {
  const names = Object.keys(variables.shape) as VariableName[]
  const values = names.filter((name) => notesOf(name).secret).flatMap((name) => valuesOf(name, env[name]))
  const secrets = values.flatMap(partsOf)
  const longestFirst = [...new Set(secrets)]
    .filter((secret) => secret.length >= SHORTEST)
    .sort((a, b) => b.length - a.length)
  return (text) => longestFirst.reduce((hidden, secret) => hidden.replaceAll(secret, '***'), text)
}

function valuesOf(name: VariableName, value = ''): string[] {
  if (name === 'DATABASE_REPLICA_URLS') return value.split(',')
  if (name === 'LOG_IN_PROVIDERS') return [value, ...secretsOfServerProviders(value)]
  return name === 'OPENID_PROVIDERS' ? [value, ...secretsOfProviders(value)] : [value]
}

/** The secret itself; of a URL also its password, as it is written and decoded. */
function partsOf(value: string): string[] {
  const redis = parseRedisAddress(value)
  if (redis !== undefined && redis.kind !== 'server') {
    const passwords = [redis.account.password, redis.kind === 'sentinel' ? redis.sentinelPassword : undefined]
    return [value, ...passwords.flatMap((each) => (each ? [each, encodeURIComponent(each)] : []))]
  }
  // All servers of DATABASE_URL have one password.
  const url = parseDatabaseAddress(value)?.urls[0] ?? value
  if (!URL.canParse(url)) return [value]
  const { password } = new URL(url)
  return [value, password, decoded(password)]
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
