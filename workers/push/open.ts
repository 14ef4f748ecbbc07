import { createPrivateKey } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Config } from '../../config/environment.ts'
import { ConfigError } from '../../config/error.ts'
import { Apns } from './apns.ts'
import { Fcm, parseServiceAccount } from './fcm.ts'

/** The push services that this server has credentials for. */
export interface PushServices {
  readonly fcm: Fcm | undefined
  readonly apns: Apns | undefined
}

type PushConfig = Pick<
  Config,
  'fcmServiceAccountFile' | 'fcmUrl' | 'apnsKeyFile' | 'apnsKeyId' | 'apnsTeamId' | 'apnsUrl'
>

/** Reads the credentials. Throws `ConfigError` when a file cannot be read or is not valid. */
export async function openPushServices(config: PushConfig): Promise<PushServices> {
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

async function credentials<T>(variable: string, path: string, parse: (text: string) => T): Promise<T> {
  try {
    return parse(await readFile(path, 'utf8'))
  } catch (error) {
    throw new ConfigError(`${variable} names ${path}, which cannot be used: ${(error as Error).message}`)
  }
}
