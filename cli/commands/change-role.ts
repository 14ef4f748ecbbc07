import { Command } from 'commander'
import { Role } from '../../core/state/users/record.ts'
import { findRealm, findUser } from '../operator/find.ts'
import { operate, print } from '../operator/operator.ts'
import { type RoleName, realmOption, roleOption } from '../operator/options.ts'

type Options = { realm?: string; email: string; role: RoleName }

export const changeRole = new Command('change-role')
  .description('change the role of a user; refused for the only owner')
  .addOption(realmOption())
  .requiredOption('--email <address>', "the user's e-mail address")
  .addOption(roleOption().makeOptionMandatory())
  .action(({ realm: name, email, role }: Options) =>
    operate(async ({ core }) => {
      const { changeRole: change } = await import('../../core/people/accounts/change-role.ts')
      const realm = await findRealm(core, name)
      const user = findUser(realm, email)
      await change(core, realm, user.id, Role[role])
      const when = user.role === Role[role] ? 'already had' : 'now has'
      print(`${user.fullName} ${when} the role ${role} in ${realm.record.settings.name}`)
    }),
  )
