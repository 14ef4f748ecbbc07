import { Command } from 'commander'
import { ConfigError } from '../../config/error.ts'
import { passwordResetByOperator } from '../../core/people/credentials/reset-password.ts'
import { findRealm, findUser } from '../operator/find.ts'
import { operate, print } from '../operator/operator.ts'
import { realmOption } from '../operator/options.ts'

export const resetPassword = new Command('reset-password')
  .description(
    'print a link with which a person chooses another password; it works once, for a day, also without mail',
  )
  .argument('<email>', "the person's e-mail address")
  .addOption(realmOption())
  .action((email: string, { realm: name }: { realm?: string }) =>
    operate(async ({ core }) => {
      const realm = await findRealm(core, name)
      const user = findUser(realm, email)
      if (user.isBot) throw new ConfigError(`${user.fullName} is a bot: bots have no password`)
      if (!user.isActive)
        throw new ConfigError(`${user.fullName} is deactivated: reactivate-user lets the person in again`)
      const { url, until } = await passwordResetByOperator(core, realm, user)
      print(url)
      process.stderr.write(
        `Until ${new Date(until * 1000).toISOString()}. Whoever has the link has the account.\n`,
      )
    }),
  )
