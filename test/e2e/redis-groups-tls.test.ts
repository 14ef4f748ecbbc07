import { execFile } from 'node:child_process'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { streamKeys } from '../../core/platform/events/log.ts'
import type { RealmId } from '../../core/platform/ids.ts'
import { EventReader } from '../harness/event-reader.ts'
import { programOf } from '../harness/programs.ts'
import { RedisCluster } from '../harness/redis-cluster.ts'
import { SentinelGroup } from '../harness/redis-sentinel.ts'
import { AUTHORITY, OTHER_AUTHORITY, type RedisServer } from '../harness/redis-servers.ts'
import { spawnGateway } from '../harness/spawn-gateway.ts'
import { Storm } from '../harness/storm.ts'
import { type Settings, World } from '../harness/world.ts'

/**
 * A group of servers that reach each other by TLS, and clients by TLS under the name of their certificate.
 */
interface Group {
  readonly url: string
  master(): Promise<RedisServer>
  failedOver(former: RedisServer): Promise<unknown>
  stop(): Promise<void>
}

async function startCluster(realm: RealmId): Promise<Group> {
  const cluster = await RedisCluster.start(undefined, [], true)
  const key = streamKeys(realm).stream
  return {
    url: cluster.encryptedUrl,
    master: () => cluster.masterOf(key),
    failedOver: (former) => cluster.failedOver(key, former),
    stop: () => cluster.stop(),
  }
}

const startSentinels = (): Promise<Group> => SentinelGroup.start(true)

describe.each([
  ['a Redis Cluster', startCluster],
  ['a master that sentinels name', startSentinels],
])('gateways that reach %s by TLS', (_, start) => {
  let world: World
  let group: Group
  let encrypted: Settings
  let urls: string[]

  beforeAll(async () => {
    world = await World.create()
    group = await start(world.organization.realmId as RealmId)
    // Encrypted connections come from processes of their own only, because Node reads its authorities when it
    // starts.
    encrypted = { REDIS_URL: group.url, NODE_EXTRA_CA_CERTS: AUTHORITY }
    urls = (await Promise.all([spawnGateway(world, encrypted), spawnGateway(world, encrypted)])).map(
      ({ url }) => url,
    )
  })
  afterAll(async () => {
    await world?.close()
    await group?.stop()
  })

  /** Typing reaches another gateway through Redis only. */
  const expectTyping = async () => {
    const [here, there] = urls as [string, string]
    const reader = await EventReader.start(world.client(there, 'hamlet'), { event_types: ['typing'] })
    const cordelia = world.client(here, 'cordelia')
    const typing = { op: 'start', to: [world.userId('hamlet')] }
    await expect
      .poll(async () => {
        await cordelia.ok(cordelia.post('/typing', typing))
        return reader.of('typing').length
      })
      .toBeGreaterThan(0)
    await reader.stop()
  }

  /** Runs the compiled doctor with the authority in the environment. */
  const diagnose = (authority: string): Promise<string> =>
    new Promise((resolve) => {
      const args = [programOf('cli/loquat.ts'), 'doctor', '--only', 'redis']
      const env = { PATH: process.env.PATH, ...world.env, ...encrypted, NODE_EXTRA_CA_CERTS: authority }
      execFile(process.execPath, args, { env }, (_, stdout) => resolve(stdout))
    })

  test('deliver events to each other', () => expectTyping())

  test('lose and repeat nothing when a master dies, and use its successor', async () => {
    const storm = new Storm(world, urls)
    const clients = await storm.audience()
    const people = storm.writers()
    await people.write(20)
    const master = await group.master()
    await master.kill()
    await people.write(20)
    await group.failedOver(master)
    await people.write(20)
    await storm.expectAllReceived(clients, await people.stop())
    for (const url of urls)
      await expect.poll(async () => (await world.client(url, 'cordelia').post('/register')).status).toBe(200)
    await expectTyping()
  })

  test('end the start with one line when the authority is another one', async () => {
    const env = { PATH: process.env.PATH, ...world.env, ...encrypted, NODE_EXTRA_CA_CERTS: OTHER_AUTHORITY }
    const { code, output } = await new Promise<{ code: unknown; output: string }>((resolve) => {
      execFile(process.execPath, [programOf('gateway/main.ts')], { env }, (error, stdout, stderr) =>
        resolve({ code: error?.code, output: stdout + stderr }),
      )
    })
    expect(code).toBe(1)
    expect(output.trim().split('\n')).toHaveLength(1)
    expect(output).toMatch(
      /refuses REDIS_URL: its certificate is not accepted \([^)]+\); NODE_EXTRA_CA_CERTS names/,
    )
  })

  test('are diagnosed by the doctor, which names a missing authority', async () => {
    expect(await diagnose(AUTHORITY)).toMatch(/ok +Redis commands/)
    expect(await diagnose(OTHER_AUTHORITY)).toMatch(
      /WRONG +Redis +its certificate is not accepted.* NODE_EXTRA_CA_CERTS names/,
    )
  })
})
