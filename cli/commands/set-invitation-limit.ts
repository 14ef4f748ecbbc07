import { Command } from 'commander'
import { ConfigError } from '../../config/error.ts'
import { findRealm } from '../operator/find.ts'
import { operate, print } from '../operator/operator.ts'
import { realmOption } from '../operator/options.ts'

type Options = { realm?: string; perDay: string }

export const setInvitationLimit = new Command('set-invitation-limit')
  .description('set how many invitations an organization may mail per day')
  .addOption(realmOption())
  .requiredOption('--per-day <number>', 'a number, or "default" to use INVITATIONS_PER_DAY')
  .action(({ realm: name, perDay }: Options) =>
    operate(async ({ core }) => {
      const { setDailyLimit } = await import('../../core/people/invites/daily-limit.ts')
      if (!/^(\d{1,7}|default)$/.test(perDay))
        throw new ConfigError('--per-day must be a number or "default"')
      const realm = await findRealm(core, name)
      await setDailyLimit(core, realm.id, perDay === 'default' ? null : Number(perDay))
      print(
        `${realm.record.settings.name} may mail ${perDay === 'default' ? 'the default number of' : perDay} invitations a day`,
      )
    }),
  )
