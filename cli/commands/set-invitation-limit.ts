import { Command } from 'commander'
import { ConfigError } from '../../config/error.ts'
import { setDailyLimit } from '../../core/people/invites/daily-limit.ts'
import { realmNamed } from '../named.ts'
import { operate, say } from '../operator.ts'
import { realmOption } from '../options.ts'

type Options = { realm: string; perDay: string }

export const setInvitationLimit = new Command('set-invitation-limit')
  .description('set how many invitations an organization may mail in a day')
  .addOption(realmOption())
  .requiredOption('--per-day <number>', 'a number, or "default" for INVITATIONS_PER_DAY')
  .action(({ realm: name, perDay }: Options) =>
    operate(async ({ core }) => {
      if (!/^(\d{1,7}|default)$/.test(perDay)) throw new ConfigError('--per-day is a number, or "default"')
      const realm = await realmNamed(core, name)
      await setDailyLimit(core, realm.id, perDay === 'default' ? null : Number(perDay))
      say(
        `${realm.record.settings.name} may mail ${perDay === 'default' ? 'as many as others' : perDay} a day`,
      )
    }),
  )
