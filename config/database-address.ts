import { MAX_DATABASE_SERVERS } from './limits.ts'

/** The servers of DATABASE_URL: one, or several of which one accepts writes. */
export interface DatabaseAddress {
  /** The URL of each server, in their order. */
  readonly urls: readonly [string, ...string[]]
  /** Whether connections go only to a server that accepts writes. Always so with several servers. */
  readonly needsPrimary: boolean
}

/**
 * `postgres://user:password@host:port,host:port/database?query`, in which everything but the hosts is
 * optional.
 */
const SEVERAL = /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^@/?#]*)([/?#].*)?$/i
const PARAMETER = 'target_session_attrs'

/**
 * Parses the value of DATABASE_URL, with the hosts and `target_session_attrs` of libpq. Undefined for a
 * malformed one.
 */
export function parseDatabaseAddress(text: string): DatabaseAddress | undefined {
  const [, start, hosts, rest = ''] = SEVERAL.exec(text) ?? []
  if (start === undefined || hosts === undefined) return undefined
  const names = [...new Set(hosts.split(','))]
  if (names.length > MAX_DATABASE_SERVERS || (names.length > 1 && names.includes(''))) return undefined
  const urls = names.map((name) => `${start}${name}${rest}`)
  if (!urls.every((url) => URL.canParse(url))) return undefined
  const attributes = new URL(urls[0]!).searchParams.get(PARAMETER)
  const needsPrimary = attributes === 'read-write' || attributes === 'primary'
  if (!needsPrimary && attributes !== null && (names.length > 1 || attributes !== 'any')) return undefined
  const known = attributes === null ? urls : urls.map(withoutParameter)
  return { urls: known as [string, ...string[]], needsPrimary: needsPrimary || names.length > 1 }
}

/** The hosts of an address, without its password, for log lines. */
export function databaseHosts(text: string): string {
  return parseDatabaseAddress(text)?.urls.map(hostOf).join(',') ?? 'a malformed address'
}

/** Host and port of one server. The rest of its URL may contain a password. */
export function hostOf(url: string): string {
  const { host, searchParams } = new URL(url)
  return host || searchParams.get('host') || 'its socket'
}

function withoutParameter(url: string): string {
  const parsed = new URL(url)
  parsed.searchParams.delete(PARAMETER)
  return parsed.href
}
