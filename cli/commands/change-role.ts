import { Command } from 'commander'
import { changeRole as change } from '../../core/people/users/change-role.ts'
import { Role } from '../../core/state/users/record.ts'
import { realmNamed, userNamed } from '../named.ts'
import { operate, say } from '../operator.ts'
import { type RoleName, realmOption, roleOption } from '../options.ts'

type Options = { realm: string; email: string; role: RoleName }

export const changeRole = new Command('change-role')
  .description('give a user another role; the only owner keeps it')
  .addOption(realmOption())
  .requiredOption('--email <address>', "the user's e-mail address")
  .addOption(roleOption().makeOptionMandatory())
  .action(({ realm: name, email, role }: Options) =>
    operate(async ({ core }) => {
      const realm = await realmNamed(core, name)
      const user = userNamed(realm, email)
      await change(core, realm, user.id, Role[role])
      say(`${user.fullName} is ${role} of ${realm.record.settings.name}`)
    }),
  )
