import { Command } from 'commander'
import { setRealmDeactivated } from '../../core/organization/settings/deactivate.ts'
import { findRealm } from '../operator/find.ts'
import { operate, print } from '../operator/operator.ts'
import { realmOption } from '../operator/options.ts'

export const deactivateRealm = new Command('deactivate-realm')
  .description('block all access to an organization until it is reactivated; deletes nothing')
  .addOption(realmOption())
  .action(({ realm: name }: { realm?: string }) =>
    operate(async ({ core }) => {
      const realm = await findRealm(core, name)
      await setRealmDeactivated(core, realm, true)
      print(`${realm.record.settings.name} is deactivated`)
    }),
  )
