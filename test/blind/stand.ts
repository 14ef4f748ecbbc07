import { createWriteStream } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startPostgres } from '../../config/embedded/postgres.ts'
import { freePort } from '../../config/embedded/processes.ts'
import { migrate } from '../../core/platform/db/migrate.ts'
import { connectOnce } from '../../core/platform/db/servers/database-servers.ts'
import { demonstration, SECRET } from '../bench/stack.ts'
import { FlakyProxy } from '../harness/flaky-proxy.ts'
import { TLS_CERTIFICATE } from '../harness/push-services.ts'
import { PASSWORD, RedisServer } from '../harness/redis-servers.ts'
import { startS3 } from '../harness/s3.ts'
import { TestMailServer } from '../harness/smtp.ts'
import { compiled, type SpawnedProcess, spawnProcess } from '../harness/spawn.ts'
import { WebPushService } from '../harness/web-push-service.ts'
import { Front } from './front.ts'
import { Traffic } from './traffic.ts'

export const OPERATOR = 'an operator who has never seen it'

/** A member of the fleet, which starts again when `start` is called after its end. */
export interface Member {
  readonly name: string
  process: SpawnedProcess
  /** The file with its log. */
  readonly log: string
  start(): Promise<void>
}

export type Stand = Awaited<ReturnType<typeof startStand>>

/**
 * Two gateways and two workers as in production, with all that they need, each behind something that can
 * break it.
 */
export async function startStand(folder: string) {
  const directory = await mkdtemp(join(tmpdir(), 'loquat-blind-'))
  await mkdir(folder, { recursive: true })
  const postgres = await startPostgres({ directory, durable: false })
  const redis = await RedisServer.start(join(directory, 'redis'))
  const [store, mail, push] = await Promise.all([startS3(), TestMailServer.start(), WebPushService.start()])
  const [storeFront, webhook] = await Promise.all([Front.start(store.endpoint), Front.start()])
  const mailProxy = new FlakyProxy(new URL(mail.url))
  const mailPort = await mailProxy.start()
  const postgresProxy = new FlakyProxy(new URL(postgres.url))
  const databaseUrl = new URL(postgres.url)
  databaseUrl.port = String(await postgresProxy.start())
  await migrate(postgres.url)
  const redisUrl = `redis://:${encodeURIComponent(PASSWORD)}@127.0.0.1:${redis.port}`
  const organization = await demonstration(postgres.url, redisUrl, true)
  const backupMarker = join(directory, 'backup-done')
  await writeFile(backupMarker, '')

  const port = await freePort()
  const env = {
    NODE_ENV: 'production',
    ROOT_URL: `http://127.0.0.1:${port}`,
    SECRET_KEY: SECRET,
    HOST: '127.0.0.1',
    DATABASE_URL: databaseUrl.href,
    REDIS_URL: redisUrl,
    DATA_DIR: directory,
    OPERATOR_PASSWORD: OPERATOR,
    BACKUP_MARKER: backupMarker,
    MAIL_FROM: 'chat@example.com',
    ALLOWED_PRIVATE_ADDRESSES: '127.0.0.1',
    RATE_LIMIT_USER_PER_MINUTE: '100000',
    RATE_LIMIT_ADDRESS_PER_MINUTE: '1000000',
    // An invitation every two seconds, for as long as the incidents last.
    INVITATIONS_PER_DAY_OF_NEW_REALM: '100000',
    NODE_EXTRA_CA_CERTS: TLS_CERTIFICATE,
    SMTP_URL: `smtp://127.0.0.1:${mailPort}`,
    ...store.settings,
    S3_ENDPOINT: storeFront.url,
  }
  const member = async (name: string, program: string, settings: Record<string, string>): Promise<Member> => {
    const log = join(folder, `${name}.log`)
    const output = createWriteStream(log, { flags: 'a' })
    await new Promise<void>((resolve) => output.on('open', () => resolve()))
    const descriptor = (output as unknown as { fd: number }).fd
    const start = async () => {
      const child = await spawnProcess(compiled(program), { ...env, ...settings }, descriptor)
      if (typeof child !== 'object') throw new Error(`${name} ended before it was ready: ${child}`)
      started.process = child
    }
    const started = { name, log, start } as Member
    await start()
    return started
  }
  const gateways = [
    await member('gateway-1', 'gateway/main.js', { PORT: String(port) }),
    await member('gateway-2', 'gateway/main.js', { PORT: String(await freePort()) }),
  ]
  const workers = [
    await member('worker-1', 'workers/main.js', {}),
    await member('worker-2', 'workers/main.js', {}),
  ]
  const url = `http://127.0.0.1:${port}`
  const admin = new pg.Pool({ connectionString: postgres.url, max: 2 })
  admin.on('error', () => undefined)
  const traffic = await Traffic.start(url, organization, { webhook: webhook.url, push })
  return {
    url,
    databaseUrl: postgres.url,
    organization,
    gateways,
    workers,
    redis,
    mail,
    mailProxy,
    store: storeFront,
    webhook,
    push,
    postgresProxy,
    traffic,
    backupMarker,
    sql: (text: string, values: unknown[] = []) => admin.query(text, values),
    connect: () => connectOnce(postgres.url),
    close: async () => {
      await traffic.stop()
      for (const each of [...gateways, ...workers]) {
        each.process.kill('SIGCONT')
        each.process.kill('SIGKILL')
      }
      await admin.end()
      await Promise.all([
        storeFront.close(),
        webhook.close(),
        push.close(),
        mail.close(),
        postgresProxy.stop(),
        mailProxy.stop(),
      ])
      await Promise.all([redis.stop(), store.stop(), postgres.stop()])
      await rm(directory, { recursive: true, force: true })
    },
  }
}
