import dns, { type LookupAddress, type LookupAllOptions } from 'node:dns'
import { Resolver } from 'node:dns/promises'
import { readFile } from 'node:fs/promises'
import { limitAtOnce } from '../concurrency/limit-at-once.ts'

/** Finds the addresses of a name, as `dns.lookup` does for `all: true`. */
export type Resolve = (
  hostname: string,
  options: LookupAllOptions,
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void

export interface ResolveOptions {
  /** Name servers as `address:port`. Default: those of the machine. */
  readonly servers?: readonly string[]
  /** Milliseconds for the first of two requests to a name server; the second one takes longer. */
  readonly timeoutMs?: number
  /** The file with the names of the machine. */
  readonly hostsFile?: string
}

/** Both requests take less time than a connection may take. */
const TIMEOUT_MS = 1_200
const TRIES = 2
/** The servers and the names of the machine are read again after this time. */
const KEEP_MS = 60_000
/** A connection that waits for longer has given up. */
const MACHINE_WAIT_MS = 5_000
/** The name servers say that the name or its addresses do not exist, or there is no name server. */
const HAS_NO_ANSWER: ReadonlySet<unknown> = new Set([dns.NOTFOUND, dns.NODATA, dns.CONNREFUSED])

/**
 * Returns a `Resolve` for names that people give, whose name servers may never answer. `dns.lookup` keeps one
 * of two threads for each such name, for up to half a minute, and every other name waits in the meantime:
 * those of Postgres, the mail server, and hosts of other people. So name servers are asked without a thread.
 * Names that only the machine knows (its hosts file, its search domains) have one thread together.
 */
export function resolveForeign({
  servers,
  timeoutMs = TIMEOUT_MS,
  hostsFile = '/etc/hosts',
}: ResolveOptions = {}): Resolve {
  const oneAtATime = limitAtOnce(1)
  let machine: { readonly resolver: Resolver; readonly names: Promise<ReadonlySet<string>> } | undefined
  let readAt = 0

  const currentMachine = () => {
    if (machine !== undefined && Date.now() - readAt < KEEP_MS) return machine
    readAt = Date.now()
    const resolver = new Resolver({ timeout: timeoutMs, tries: TRIES })
    if (servers !== undefined) resolver.setServers(servers)
    machine = { resolver, names: namesIn(hostsFile) }
    return machine
  }

  const askMachine = (hostname: string, family: number): Promise<LookupAddress[]> => {
    const askedAt = Date.now()
    return oneAtATime(async () => {
      if (Date.now() - askedAt > MACHINE_WAIT_MS) throw failure(dns.TIMEOUT, hostname)
      return dns.promises.lookup(hostname, { all: true, family })
    })
  }

  const find = async (hostname: string, family: number): Promise<LookupAddress[]> => {
    const { resolver, names } = currentMachine()
    const isOfMachine = !hostname.includes('.') || (await names).has(hostname.toLowerCase())
    if (isOfMachine) return askMachine(hostname, family)
    const answers = await Promise.allSettled([
      family === 6 ? [] : resolver.resolve4(hostname),
      family === 4 ? [] : resolver.resolve6(hostname),
    ])
    const addresses = answers.flatMap((answer, index) =>
      answer.status === 'fulfilled'
        ? answer.value.map((address) => ({ address, family: index === 0 ? 4 : 6 }))
        : [],
    )
    if (addresses.length > 0) return addresses
    const errors = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason] : []))
    const fault = errors.find(({ code }) => !HAS_NO_ANSWER.has(code))
    if (fault === undefined) return askMachine(hostname, family)
    throw failure(fault.code, hostname)
  }

  return (hostname, { family }, callback) => {
    find(hostname, family === 'IPv4' ? 4 : family === 'IPv6' ? 6 : (family ?? 0)).then(
      (addresses) => callback(null, addresses),
      (error) => callback(error, []),
    )
  }
}

/** An error as of `dns.lookup`. Name servers that do not answer are a timeout of the connection. */
const failure = (code: string, hostname: string): NodeJS.ErrnoException =>
  Object.assign(new Error(`The name servers do not answer for ${hostname} (${code}).`), {
    code: code === dns.TIMEOUT ? 'ETIMEDOUT' : 'EAI_AGAIN',
    syscall: 'getaddrinfo',
    hostname,
  })

/** Reads the names in a hosts file; none when there is no such file. */
async function namesIn(file: string): Promise<ReadonlySet<string>> {
  const text = await readFile(file, 'utf8').catch(() => '')
  const lines = text.toLowerCase().split('\n')
  return new Set(lines.flatMap((line) => line.replace(/#.*/, '').trim().split(/\s+/).slice(1)))
}
