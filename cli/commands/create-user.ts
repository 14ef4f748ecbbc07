import { Command } from 'commander'
import { BotType } from '../../core/state/users/bot-types.ts'
import { Role } from '../../core/state/users/record.ts'
import { findRealm } from '../operator/find.ts'
import { operate, print } from '../operator/operator.ts'
import { PASSWORD_HELP, type RoleName, readPassword, realmOption, roleOption } from '../operator/options.ts'

type Options = { realm?: string; email: string; name: string; role: RoleName; password?: string; bot?: true }

export const createUser = new Command('create-user')
  .description('create a user or a bot')
  .addOption(realmOption())
  .requiredOption('--email <address>', 'e-mail address, which the user logs in with')
  .requiredOption('--name <name>', 'full name')
  .addOption(roleOption().default('member'))
  .option('--password <password>', PASSWORD_HELP)
  .option('--bot', 'create a generic bot instead of a person')
  .action(({ realm: name, email, name: fullName, role, password, bot }: Options) =>
    operate(async ({ core }) => {
      const [{ createUser: createBot }, { createPerson }] = await Promise.all([
        import('../../core/people/accounts/create.ts'),
        import('../../core/people/accounts/create-person.ts'),
      ])
      const user = {
        email,
        fullName,
        role: Role[role],
        password: await readPassword(password),
        botType: bot ? BotType.generic : null,
      }
      const create = bot ? createBot : createPerson
      const { id } = await create(core, await findRealm(core, name), user)
      print(`Created ${bot ? 'bot' : 'user'} ${id}: ${email}, ${role}`)
    }),
  )
