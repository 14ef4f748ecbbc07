import { Command } from 'commander'
import { findRealm, findUser } from '../operator/find.ts'
import { operate, print } from '../operator/operator.ts'
import { realmOption } from '../operator/options.ts'

export const forgetExternalLogIns = new Command('forget-external-log-ins')
  .description(
    "separate somebody's account from the accounts at providers of log-ins, so that it is joined anew",
  )
  .addOption(realmOption())
  .argument('<email>', "the person's e-mail address")
  .action((email: string, { realm: name }: { realm?: string }) =>
    operate(async ({ core }) => {
      const { forgetIdentities } = await import('../../core/people/authentication/external/forget.ts')
      const realm = await findRealm(core, name)
      const number = await forgetIdentities(core, realm, findUser(realm, email))
      print(
        number > 0
          ? `${email} is joined to no provider any more; the next log-in there joins the account anew.`
          : `${email} was not joined to a provider; nothing was changed.`,
      )
    }),
  )
