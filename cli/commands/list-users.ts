import { Command } from 'commander'
import { Role, type UserRecord } from '../../core/state/users/record.ts'
import { findRealm } from '../operator/find.ts'
import { operate, print } from '../operator/operator.ts'
import { jsonOption, type RoleName, realmOption } from '../operator/options.ts'
import { table } from '../operator/table.ts'

export const listUsers = new Command('list-users')
  .description('list the users of an organization, including bots and deactivated users')
  .addOption(realmOption())
  .addOption(jsonOption())
  .action(({ realm: name, json }: { realm?: string; json?: true }) =>
    operate(async ({ core }) => {
      const users = [...(await findRealm(core, name)).users]
      if (json) return print(JSON.stringify(users, null, 2))
      const rows = users.map((user) => [
        user.id,
        user.deliveryEmail,
        user.fullName,
        roleNameOf(user),
        user.isBot ? 'bot' : 'person',
        user.isActive ? 'active' : 'deactivated',
      ])
      print(table(['ID', 'EMAIL', 'NAME', 'ROLE', 'KIND', 'STATE'], rows))
    }),
  )

function roleNameOf(user: UserRecord): RoleName {
  const names = Object.keys(Role) as RoleName[]
  return names.find((name) => Role[name] === user.role)!
}
