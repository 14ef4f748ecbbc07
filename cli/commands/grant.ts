import { Command, Option } from 'commander'
import { GRANTS, type Grant, setGrant } from '../../core/people/users/grant-permission.ts'
import { realmNamed, userNamed } from '../named.ts'
import { operate, say } from '../operator.ts'
import { realmOption } from '../options.ts'

type Options = { realm: string; email: string; permission: Grant; revoke?: boolean }

export const grant = new Command('grant')
  .description('let a user do what no role allows by itself, or take that back')
  .addOption(realmOption())
  .requiredOption('--email <address>', "the user's e-mail address")
  .addOption(
    new Option(
      '--permission <permission>',
      'can_create_users for administrators, can_change_user_emails for owners',
    )
      .choices(Object.keys(GRANTS))
      .makeOptionMandatory(),
  )
  .option('--revoke', 'take it back')
  .action(({ realm: name, email, permission, revoke }: Options) =>
    operate(async ({ core }) => {
      const realm = await realmNamed(core, name)
      const user = userNamed(realm, email)
      await setGrant(core, realm, user.deliveryEmail, permission, revoke !== true)
      say(`${user.fullName} ${revoke ? 'no longer has' : 'has'} ${permission}`)
    }),
  )
