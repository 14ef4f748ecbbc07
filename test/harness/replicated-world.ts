import { FlakyProxy } from './flaky-proxy.ts'
import { PostgresPair } from './postgres-pair.ts'
import { databaseUrl, TEMPLATE } from './template.ts'
import { World } from './world.ts'

/** A world on a primary with one replica. Its gateways use both. */
export interface ReplicatedWorld {
  readonly world: World
  readonly pair: PostgresPair
  /** The network between the gateways and the replica. */
  readonly replica: FlakyProxy
  close(): Promise<void>
}

export async function replicatedWorld(): Promise<ReplicatedWorld> {
  const pair = await PostgresPair.start({ isSynchronous: false })
  const { hostname, port } = new URL(pair.standby.url)
  const replica = new FlakyProxy({ hostname, port })
  const address = new URL(databaseUrl(pair.standby.url, TEMPLATE))
  address.port = String(await replica.start())
  const world = await World.createOn(pair, {
    DATABASE_URL: databaseUrl(pair.primary.url, TEMPLATE),
    DATABASE_REPLICA_URLS: address.href,
  })
  const close = async () => {
    await world.close()
    await replica.stop()
    await pair.stop()
  }
  return { world, pair, replica, close }
}
