import type { Config } from '../../config/environment.ts'
import { openAppPush } from '../../workers/push/open.ts'
import { ok, type Row, runCheck, skipped, warning } from './check.ts'

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
