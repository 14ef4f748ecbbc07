import { Command } from 'commander'
import { setRealmDeactivated } from '../../core/organization/settings/deactivate.ts'
import { findRealm } from '../operator/find.ts'
import { operate, print } from '../operator/operator.ts'
import { realmOption } from '../operator/options.ts'

export const reactivateRealm = new Command('reactivate-realm')
  .description('undo deactivate-realm')
  .addOption(realmOption())
  .action(({ realm: name }: { realm?: string }) =>
    operate(async ({ core }) => {
      const realm = await findRealm(core, name)
      await setRealmDeactivated(core, realm, false)
      print(`${realm.record.settings.name} is active`)
    }),
  )
