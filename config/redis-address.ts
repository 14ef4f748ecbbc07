/** A host and its port. */
export interface HostAndPort {
  readonly host: string
  readonly port: number
}

/** The account at the servers. */
export interface RedisAccount {
  readonly username?: string
  readonly password?: string
}

/**
 * The servers of REDIS_URL: one server, the nodes of a Redis Cluster, or the sentinels that know the master
 * of a name.
 */
export type RedisAddress =
  | { readonly kind: 'server'; readonly url: string; readonly isTls: boolean }
  | {
      readonly kind: 'cluster'
      /** Some nodes of the cluster; they name the others. */
      readonly nodes: readonly HostAndPort[]
      readonly account: RedisAccount
      readonly isTls: boolean
    }
  | {
      readonly kind: 'sentinel'
      readonly sentinels: readonly HostAndPort[]
      /** The name of the monitored master. */
      readonly master: string
      readonly database: number
      readonly account: RedisAccount
      /** The password of the sentinels themselves. */
      readonly sentinelPassword?: string
      readonly isTls: boolean
    }

const PORTS = { cluster: 6379, sentinel: 26379 } as const

/**
 * `redis+cluster://user:password@host:port,host:port/path?query`, in which everything but a host is optional.
 */
const SEVERAL = /^redis(s?)\+(cluster|sentinel):\/\/(?:([^@/?#]*)@)?([^@/?#]+)(?:\/([^?#]*))?(?:\?([^#]*))?$/i
const HOST = /^(\[[\da-f:.]+\]|[\w.-]+)(?::(\d{1,5}))?$/i

/** Parses the value of REDIS_URL. Undefined for a malformed one. */
export function parseRedisAddress(text: string): RedisAddress | undefined {
  if (/^rediss?:/i.test(text)) {
    if (!URL.canParse(text)) return undefined
    return { kind: 'server', url: text, isTls: new URL(text).protocol === 'rediss:' }
  }
  const parts = SEVERAL.exec(text)
  if (parts === null) return undefined
  const kind = parts[2]!.toLowerCase() as 'cluster' | 'sentinel'
  const hosts = parts[4]!.split(',').map((each) => parseHost(each, PORTS[kind]))
  const account = parseAccount(parts[3] ?? '')
  if (account === undefined || hosts.includes(undefined)) return undefined
  const known = hosts.filter((host) => host !== undefined)
  const isTls = parts[1] !== ''
  const path = parts[5] ?? ''
  const query = new URLSearchParams(parts[6] ?? '')
  if (kind === 'cluster') {
    if (path !== '' || query.size > 0) return undefined
    return { kind, nodes: known, account, isTls }
  }
  const [, master, database = '0'] = /^([\w.-]+)(?:\/(\d{1,4}))?$/.exec(path) ?? []
  const sentinelPassword = query.get('sentinel_password')
  if (master === undefined || query.size > (sentinelPassword === null ? 0 : 1)) return undefined
  return {
    kind,
    sentinels: known,
    master,
    database: Number(database),
    account,
    ...(sentinelPassword && { sentinelPassword }),
    isTls,
  }
}

/** The hosts of an address, without its passwords, for log lines. */
export function redisHosts(address: RedisAddress): string {
  if (address.kind === 'server') {
    const { host, pathname } = new URL(address.url)
    return host || pathname
  }
  const hosts = address.kind === 'cluster' ? address.nodes : address.sentinels
  return hosts.map(({ host, port }) => `${host.includes(':') ? `[${host}]` : host}:${port}`).join(',')
}

function parseHost(text: string, fallbackPort: number): HostAndPort | undefined {
  const [, host, port = String(fallbackPort)] = HOST.exec(text) ?? []
  if (host === undefined || Number(port) < 1 || Number(port) > 65535) return undefined
  return { host: host.replace(/^\[|\]$/g, ''), port: Number(port) }
}

function parseAccount(text: string): RedisAccount | undefined {
  const [, username = '', password = ''] = /^([^:]*)(?::(.*))?$/.exec(text) ?? []
  try {
    return {
      ...(username && { username: decodeURIComponent(username) }),
      ...(password && { password: decodeURIComponent(password) }),
    }
  } catch {
    return undefined // a % that begins no escape
  }
}
