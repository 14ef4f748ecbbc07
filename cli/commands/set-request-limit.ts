import { Command } from 'commander'
import { ConfigError } from '../../config/error.ts'
import { MAX_REQUEST_LIMIT } from '../../config/limits.ts'
import { findRealm } from '../operator/find.ts'
import { operate, print } from '../operator/operator.ts'
import { realmOption } from '../operator/options.ts'

type Options = { realm?: string; perMinute: string }

export const setRequestLimit = new Command('set-request-limit')
  .description('set how many requests of an organization are answered in a minute')
  .addOption(realmOption())
  .requiredOption('--per-minute <number>', 'a number, or "none" to remove the limit')
  .action(({ realm: name, perMinute }: Options) =>
    operate(async ({ core }) => {
      const { limitRequests } = await import('../../core/organization/settings/limit-requests.ts')
      const limit = perMinute === 'none' ? null : Number(perMinute)
      if (limit !== null && !(/^\d+$/.test(perMinute) && limit >= 1 && limit <= MAX_REQUEST_LIMIT))
        throw new ConfigError(`--per-minute must be a number from 1 to ${MAX_REQUEST_LIMIT}, or "none"`)
      const realm = await findRealm(core, name)
      await limitRequests(core, realm, limit)
      const what = limit === null ? 'has no request limit' : `is limited to ${limit} requests a minute`
      print(`${realm.record.settings.name} ${what}`)
    }),
  )
