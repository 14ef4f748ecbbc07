import { createPrivateKey } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Config } from '../../config/environment.ts'
import { ConfigError } from '../../config/error.ts'
import { vapidKeys } from '../../core/notifying/push/vapid-keys.ts'
import type { PublicNetwork } from '../../core/platform/net/public-network.ts'
import type { Core } from '../../core/state/core.ts'
import { Apns } from './apns.ts'
import { Fcm, parseServiceAccount } from './fcm.ts'
import { WebPush } from './web-push.ts'

/** The push services for apps that this server has credentials for. */
export interface AppPushServices {
  readonly fcm: Fcm | undefined
  readonly apns: Apns | undefined
}

/** All push services. */
export interface PushServices extends AppPushServices {
  readonly web: WebPush
}

type PushConfig = Pick<
  Config,
  'fcmServiceAccountFile' | 'fcmUrl' | 'apnsKeyFile' | 'apnsKeyId' | 'apnsTeamId' | 'apnsUrl'
>

/** Reads the credentials. Throws `ConfigError` when a file cannot be read or is not valid. */
export async function openAppPush(config: PushConfig): Promise<AppPushServices> {
  const { fcmServiceAccountFile, fcmUrl, apnsKeyFile, apnsKeyId, apnsTeamId, apnsUrl } = config
  return {
    fcm:
      fcmServiceAccountFile === undefined
        ? undefined
        : new Fcm(
            fcmUrl,
            await credentials('FCM_SERVICE_ACCOUNT_FILE', fcmServiceAccountFile, parseServiceAccount),
          ),
    apns:
      apnsKeyFile === undefined
        ? undefined
        : new Apns(apnsUrl, {
            key: await credentials('APNS_KEY_FILE', apnsKeyFile, (pem) => createPrivateKey(pem)),
            keyId: apnsKeyId!,
            teamId: apnsTeamId!,
          }),
  }
}

/** Opens Web Push, which needs no credentials but the keys that the server makes for itself. */
export async function openWebPush(
  core: Core,
  network: PublicNetwork,
  { vapidSubject }: Pick<Config, 'vapidSubject'>,
): Promise<WebPush> {
  return new WebPush(network, { ...(await vapidKeys(core)), subject: vapidSubject })
}

async function credentials<T>(variable: string, path: string, parse: (text: string) => T): Promise<T> {
  try {
    return parse(await readFile(path, 'utf8'))
  } catch (error) {
    throw new ConfigError(`${variable} names ${path}, which cannot be used: ${(error as Error).message}`)
  }
}
