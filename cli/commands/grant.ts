import { Command, Option } from 'commander'
import { GRANTS, type Grant } from '../../core/people/accounts/grants.ts'
import { findRealm, findUser } from '../operator/find.ts'
import { operate, print } from '../operator/operator.ts'
import { realmOption } from '../operator/options.ts'

type Options = { realm?: string; email: string; permission: Grant; revoke?: boolean }

export const grant = new Command('grant')
  .description('grant a user a permission that no role includes, or revoke it')
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
  .option('--revoke', 'revoke the permission instead')
  .action(({ realm: name, email, permission, revoke }: Options) =>
    operate(async ({ core }) => {
      const { setGrant } = await import('../../core/people/accounts/grant-permission.ts')
      const realm = await findRealm(core, name)
      const user = findUser(realm, email)
      await setGrant(core, realm, user.deliveryEmail, permission, revoke !== true)
      print(`${user.fullName} ${revoke ? 'no longer has' : 'has'} ${permission}`)
    }),
  )
