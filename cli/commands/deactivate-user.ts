import { Command } from 'commander'
import { deactivateAsOperator } from '../../core/people/accounts/deactivate.ts'
import { findRealm, findUser } from '../operator/find.ts'
import { operate, print } from '../operator/operator.ts'
import { realmOption } from '../operator/options.ts'

export const deactivateUser = new Command('deactivate-user')
  .description("end all access of a person or bot, and of a person's bots; refused for the only owner")
  .argument('<email>', "the user's e-mail address")
  .addOption(realmOption())
  .action((email: string, { realm: name }: { realm?: string }) =>
    operate(async ({ core }) => {
      const realm = await findRealm(core, name)
      const user = findUser(realm, email)
      await deactivateAsOperator(core, realm, user.id)
      print(`${user.fullName} is deactivated in ${realm.record.settings.name}; reactivate-user undoes it`)
    }),
  )
