import { connect as connectTcp, Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { connect as connectTls } from 'node:tls'
import { AbstractConnector, Redis, type RedisOptions } from 'ioredis'
import { endTimersWithConnections } from './socket-timers.ts'

/** How often a connection asks the sentinels whether another master has replaced its own. */
const CHECK_MS = 1_000
/** How long other sentinels are waited for once one has answered. */
const OTHERS_MS = 300
/** A sentinel that does not answer for this time is down. */
const SILENT_MS = 5_000

/** The master as a sentinel names it. */
interface Master {
  readonly host: string
  readonly port: number
  /**
   * Grows with each failover. Of two sentinels that name different masters, the one with the higher number is
   * right.
   */
  readonly configEpoch: number
}

/**
 * Connects to the master that sentinels name. All sentinels are asked at once, so one that is down, frozen or
 * cut off from the others neither delays nor misleads. While the connection lasts they are asked again, and
 * it is closed as soon as one of them knows a newer master: a former master that is frozen or cut off closes
 * no connection by itself.
 *
 * An attempt that fails is a connection that closes, so the client's `retryStrategy` decides about the next
 * one. The connector of ioredis rejects when a failover meets it while it asks sentinels, and the client then
 * never connects again.
 */
export class MasterConnector extends AbstractConnector {
  readonly #options: RedisOptions

  constructor(options: unknown) {
    const { disconnectTimeout = 0 } = options as RedisOptions
    super(disconnectTimeout)
    this.#options = options as RedisOptions
  }

  /** Whether the server has the expected role. A master that was replaced is a replica. */
  override check({ role }: { role?: string }): boolean {
    return role === undefined || role === 'master'
  }

  override async connect(): Promise<Socket> {
    this.connecting = true
    delete this.firstError
    const sentinels = new Sentinels(this.#options)
    const master = await sentinels.newestMaster().catch((error: Error) => error)
    const wasDisconnected = !this.connecting
    if (wasDisconnected || master instanceof Error) {
      sentinels.close()
      if (!wasDisconnected) this.firstError = master as Error
      this.stream = new Socket().destroy()
      return this.stream
    }
    const { tls } = this.#options
    const { host, port } = master
    const stream = tls ? connectTls({ ...tls, host, port }) : connectTcp({ host, port })
    const timer = setInterval(async () => {
      const newest = await sentinels.newestMaster().catch(() => master)
      if (replaces(newest, master)) stream.destroy(new Error('Redis has another master'))
    }, CHECK_MS)
    stream.once('error', (error) => {
      this.firstError = error
    })
    stream.once('close', () => {
      clearInterval(timer)
      sentinels.close()
    })
    this.stream = stream
    return stream
  }
}

const replaces = (newest: Master, former: Master): boolean =>
  newest.configEpoch > former.configEpoch && (newest.host !== former.host || newest.port !== former.port)

/** Connections to all sentinels. */
class Sentinels {
  readonly #name: string
  readonly #clients: readonly Redis[]
  /** Why a connection was lost or not accepted. */
  #error: Error | undefined

  constructor({ sentinels = [], name, sentinelPassword, sentinelTLS }: RedisOptions) {
    this.#name = name!
    this.#clients = sentinels.map(({ host, port }) => {
      const client = new Redis({
        host,
        port,
        password: sentinelPassword,
        tls: sentinelTLS,
        enableReadyCheck: false,
        connectTimeout: SILENT_MS,
        commandTimeout: SILENT_MS,
        socketTimeout: SILENT_MS,
        maxRetriesPerRequest: 0,
        retryStrategy: () => CHECK_MS,
      })
      endTimersWithConnections(client)
      client.on('error', (error) => {
        this.#error = error
      })
      return client
    })
  }

  /** The master that the sentinel with the newest configuration names. Rejects when none names one. */
  async newestMaster(): Promise<Master> {
    let newest: Master | undefined
    const asked = this.#clients.map(async (client) => {
      const master = await masterAt(client, this.#name)
      if (newest === undefined || master.configEpoch > newest.configEpoch) newest = master
    })
    const answered = Promise.allSettled(asked)
    await Promise.any(asked).catch(({ errors }: AggregateError) => {
      const { message } = this.#error ?? errors[0]
      throw new Error(`All sentinels are unreachable: ${message}`)
    })
    await Promise.race([answered, sleep(OTHERS_MS, undefined, { ref: false })])
    return newest!
  }

  close(): void {
    for (const client of this.#clients) client.disconnect()
  }
}

async function masterAt(sentinel: Redis, name: string): Promise<Master> {
  // The number before the address: of a failover in between, the new address then has the old number, which
  // is harmless.
  const [fields, address] = await Promise.all([
    sentinel.call('SENTINEL', 'MASTER', name) as Promise<string[]>,
    sentinel.call('SENTINEL', 'GET-MASTER-ADDR-BY-NAME', name) as Promise<[string, string] | null>,
  ])
  if (address === null) throw new Error(`it knows no master ${name}`)
  return {
    host: address[0],
    port: Number(address[1]),
    configEpoch: Number(fields[fields.indexOf('config-epoch') + 1]),
  }
}
