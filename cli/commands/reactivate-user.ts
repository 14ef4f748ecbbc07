import { Command } from 'commander'
import { reactivateAsOperator } from '../../core/people/accounts/reactivate.ts'
import { findRealm, findUser } from '../operator/find.ts'
import { operate, print } from '../operator/operator.ts'
import { realmOption } from '../operator/options.ts'

export const reactivateUser = new Command('reactivate-user')
  .description("let a deactivated person or bot in again; a person's bots stay deactivated")
  .argument('<email>', "the user's e-mail address")
  .addOption(realmOption())
  .action((email: string, { realm: name }: { realm?: string }) =>
    operate(async ({ core }) => {
      const realm = await findRealm(core, name)
      const user = findUser(realm, email)
      const wasInactive = await reactivateAsOperator(core, realm, user.id)
      print(`${user.fullName} ${wasInactive ? 'is active again' : 'was active already'}`)
    }),
  )
