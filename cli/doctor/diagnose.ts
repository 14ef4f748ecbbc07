import { AREAS, type Area } from './areas.ts'
import { notChecked, type Row } from './check.ts'
import { checkFleet, FLEET_CHECKS } from './fleet.ts'
import { secretsHider } from './hide-secrets.ts'
import { checkProviders, checkServerProviders } from './log-in-providers.ts'
import { checkMachine } from './machine.ts'
import { checkMail } from './mail.ts'
import { checkOpenId } from './openid.ts'
import { checkPostgres } from './postgres.ts'
import { checkProxy } from './proxy.ts'
import { checkPush, checkWebPush } from './push.ts'
import { checkRedis } from './redis.ts'
import { checkReplicas } from './replicas.ts'
import { readSettings } from './settings.ts'
import { checkStorage } from './storage.ts'
import { checkUploads, UPLOADED_FILES } from './uploads.ts'

export interface DoctorOptions {
  /** Runs these groups only; the settings are always checked. */
  readonly only?: readonly Area[]
  /** Leaves out the check of long polls, which takes a minute. */
  readonly isQuick?: boolean
  /** Sends a mail to this address. */
  readonly sendTo?: string
}

/**
 * Checks a configuration against its servers. Every temporary object is deleted again. No row contains a
 * secret.
 */
export async function diagnose(
  env: Readonly<Record<string, string | undefined>>,
  { only = AREAS, isQuick = false, sendTo }: DoctorOptions = {},
): Promise<Row[]> {
  const { subject, rows } = await readSettings(env)
  const { config, databaseUrl, redisUrl } = subject
  const checkServers = async (): Promise<Row[]> => {
    let processes = 0
    let fleet: Row[] = []
    const redis =
      redisUrl === undefined || !only.includes('redis')
        ? []
        : await checkRedis(redisUrl, async (connection) => {
            ;({ rows: fleet, processes } = await checkFleet(connection))
          })
    if (redis.length > 0 && fleet.length === 0) fleet = notChecked(FLEET_CHECKS, redis[0]!.name)
    const postgres =
      databaseUrl === undefined || !only.includes('postgres')
        ? []
        : [
            ...(await checkPostgres(databaseUrl, config, processes)),
            ...(await checkReplicas(databaseUrl, config.databaseReplicaUrls)),
          ]
    return [...postgres, ...redis, ...fleet]
  }
  const inArea = async (area: Area, check: () => Promise<Row | Row[]>): Promise<Row[]> =>
    only.includes(area) ? [await check()].flat() : []
  const groups = await Promise.all([
    inArea('machine', checkMachine),
    checkServers(),
    inArea('storage', async () => {
      const rows = await checkStorage(config)
      if (databaseUrl === undefined) return rows
      const failed = rows.find(({ status }) => status === 'wrong')
      return failed === undefined
        ? [...rows, ...(await checkUploads(databaseUrl, config))]
        : [...rows, ...notChecked([{ name: UPLOADED_FILES }], failed.name)]
    }),
    inArea('mail', () => checkMail(config, sendTo)),
    inArea('push', async () => [
      await checkPush(config),
      ...(databaseUrl === undefined ? [] : [await checkWebPush(config, databaseUrl)]),
    ]),
    inArea('log-in', async () => [
      ...(await checkOpenId(config)),
      ...(await checkServerProviders(config)),
      ...(databaseUrl === undefined ? [] : await checkProviders(databaseUrl, subject.secretKey, config)),
    ]),
    inArea('proxy', () => checkProxy({ ...subject, isQuick })),
  ])
  const hide = secretsHider({
    ...env,
    DATABASE_URL: databaseUrl,
    REDIS_URL: redisUrl,
    SECRET_KEY: subject.secretKey,
  })
  return [...rows, ...groups.flat()].map(({ name, status, found, advice }) => ({
    name,
    status,
    found: hide(found),
    ...(advice !== undefined && { advice: hide(advice) }),
  }))
}
