import { Command } from 'commander'
import { findRealm, findUser } from '../operator/find.ts'
import { operate, print } from '../operator/operator.ts'
import { realmOption } from '../operator/options.ts'

export const resetTwoFactor = new Command('reset-two-factor')
  .description('remove the authenticator app, passkeys and recovery codes of somebody who has lost them')
  .addOption(realmOption())
  .argument('<email>', "the person's e-mail address")
  .action((email: string, { realm: name }: { realm?: string }) =>
    operate(async ({ core }) => {
      const { resetFactors } = await import('../../core/people/second-factors/remove.ts')
      const realm = await findRealm(core, name)
      const hadAny = await resetFactors(core, realm, findUser(realm, email).id)
      print(
        hadAny
          ? `${email} logs in with the password alone, and gets a mail about it.`
          : `${email} has no second factor; nothing was changed.`,
      )
    }),
  )
