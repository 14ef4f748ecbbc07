import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inject } from 'vitest'
import { loadConfig, type RuntimeConfig, requireRuntime } from '../../config/environment.ts'
import { migrate } from '../../core/platform/db/migrate.ts'
import type { RealmId, UserId } from '../../core/platform/ids.ts'
import { apiKey } from '../../core/state/users/api-key.ts'
import { Gateway } from '../../gateway/gateway.ts'
import { Client } from './client.ts'
import { FlakyProxy } from './flaky-proxy.ts'
import { PostgresPair } from './postgres-pair.ts'
import {
  buildTemplate,
  databaseUrl,
  type Organization,
  TEMPLATE,
  TEST_ROOT_URL,
  TEST_SECRET,
} from './template.ts'
import { freeRedisDatabase, silent } from './world.ts'

/** A demonstration organization on a primary with one replica, and gateways that use both. */
export class ReplicatedWorld {
  readonly pair: PostgresPair
  /** The network between the gateways and the replica. */
  readonly replica: FlakyProxy
  readonly organization: Organization
  readonly env: Readonly<Record<string, string>>
  readonly #gateways: Gateway[] = []

  private constructor(
    pair: PostgresPair,
    replica: FlakyProxy,
    organization: Organization,
    env: Readonly<Record<string, string>>,
  ) {
    this.pair = pair
    this.replica = replica
    this.organization = organization
    this.env = env
  }

  static async create(): Promise<ReplicatedWorld> {
    const pair = await PostgresPair.start({ isSynchronous: false })
    const redisUrl = await freeRedisDatabase(inject('redisUrl'))
    const organization = await buildTemplate(pair.primary.url, redisUrl, migrate)
    await pair.caughtUp()
    const { hostname, port } = new URL(pair.standby.url)
    const replica = new FlakyProxy({ hostname, port })
    const address = new URL(databaseUrl(pair.standby.url, TEMPLATE))
    address.port = String(await replica.start())
    return new ReplicatedWorld(pair, replica, organization, {
      NODE_ENV: 'test',
      DATABASE_URL: databaseUrl(pair.primary.url, TEMPLATE),
      DATABASE_REPLICA_URLS: address.href,
      REDIS_URL: redisUrl,
      SECRET_KEY: TEST_SECRET,
      ROOT_URL: TEST_ROOT_URL,
      HOST: '127.0.0.1',
      LOG_LEVEL: 'silent',
      DATA_DIR: join(tmpdir(), `loquat-replicas-${process.pid}`),
    })
  }

  get config(): RuntimeConfig {
    return requireRuntime(loadConfig(this.env))
  }

  async gateway(settings: Readonly<Record<string, string>> = {}): Promise<{ gateway: Gateway; url: string }> {
    const gateway = await Gateway.open(requireRuntime(loadConfig({ ...this.env, ...settings })), silent)
    this.#gateways.push(gateway)
    const port = await gateway.listen(0, '127.0.0.1')
    return { gateway, url: `http://127.0.0.1:${port}` }
  }

  userId(name: string): number {
    return this.organization.users[name]!
  }

  channelId(name: string): number {
    return this.organization.channels[name]!
  }

  client(url: string, name: string): Client {
    const key = apiKey(TEST_SECRET, this.organization.realmId as RealmId, this.userId(name) as UserId, 1)
    return new Client(url, { email: `${name}@demo.test`, apiKey: key })
  }

  async closeGateways(): Promise<void> {
    await Promise.all(this.#gateways.splice(0).map((gateway) => gateway.close()))
  }

  async close(): Promise<void> {
    await this.closeGateways()
    await this.replica.stop()
    await this.pair.stop()
  }
}
