import type { Config } from '../../config/environment.ts'
import { connectOnce } from '../../core/platform/db/servers/database-servers.ts'
import { openAppPush } from '../../workers/push/open.ts'
import { type Finding, ok, type Row, runCheck, skipped, warning } from './check.ts'
import { DOCTOR_SETTINGS } from './postgres-servers.ts'

/**
 * Compares the key by which the push services of browsers know this server with the pair that it has made
 * itself, with which browsers may have registered. Nothing is sent.
 */
export async function checkWebPush(config: Config, databaseUrl: string): Promise<Row> {
  return runCheck({
    name: 'Push key of browsers',
    advice: 'correct DATABASE_URL first',
    run: async () => {
      const client = await connectOnce(databaseUrl, DOCTOR_SETTINGS).catch(() => undefined)
      if (client === undefined) return skipped('not checked: it needs Postgres')
      try {
        const { rows: tables } = await client.query("SELECT to_regclass('server_key') IS NOT NULL AS exist")
        if (!tables[0].exist) return skipped('the database is empty')
        const { rows } = await client.query<{ made: string | null; browsers: number }>(
          `SELECT (SELECT public_key FROM server_key WHERE name = 'vapid') AS made,
             (SELECT count(*)::int FROM push_device WHERE kind = 'web') AS browsers`,
        )
        return keyFinding(config.vapidPublicKey, rows[0]!)
      } finally {
        await client.end()
      }
    },
  })
}

function keyFinding(
  set: string | undefined,
  { made, browsers }: { made: string | null; browsers: number },
): Finding {
  const key = set ?? made
  if (key === null) return skipped('no browser has registered yet: the server makes a key for the first')
  const registered = `${browsers} browsers are registered`
  if (set === undefined || made === null || made === set)
    return ok(`${key}, ${set === undefined ? 'made by the server' : 'of VAPID_PUBLIC_KEY'}; ${registered}`)
  return warning(
    `${key} of VAPID_PUBLIC_KEY, but the server had made ${made}; ${registered}`,
    'browsers that registered with the other key refuse notifications (403) until somebody opens the web client in them; remove VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY if most did',
  )
}

/**
 * Checks the keys of the push services for apps, and that this machine reaches the services. Nothing is sent.
 */
export async function checkPush(config: Config): Promise<Row> {
  return runCheck({
    name: 'Push services',
    advice: 'correct the files; workers do not start without them',
    run: async (signal) => {
      const { fcm, apns } = await openAppPush(config)
      apns?.close()
      const services = [
        ...(fcm === undefined ? [] : [{ name: 'FCM', url: config.fcmUrl }]),
        ...(apns === undefined ? [] : [{ name: 'APNs', url: config.apnsUrl }]),
      ]
      if (services.length === 0)
        return skipped('only browsers are notified; apps need FCM_ and APNS_ settings')
      const names = services.map(({ name }) => name).join(' and ')
      for (const { name, url } of services) {
        // Apple's service speaks HTTP/2 only: an answer that fetch cannot read proves as well that it is
        // reached.
        const failure = await fetch(url, { method: 'HEAD', signal }).catch((error) => error.cause?.code)
        if (
          ['ECONNREFUSED', 'ENOTFOUND', 'ETIMEDOUT', 'EAI_AGAIN', 'ENETUNREACH'].includes(failure as string)
        ) {
          return warning(
            `the key of ${name} is valid, but ${url} is not reachable`,
            'let workers reach it by https',
          )
        }
      }
      return ok(`valid keys for ${names}`)
    },
  })
}
