import { Command } from 'commander'
import { setRealmDeactivated } from '../../core/organization/settings/deactivate.ts'
import { realmNamed } from '../named.ts'
import { operate, say } from '../operator.ts'
import { realmOption } from '../options.ts'

export const deactivateRealm = new Command('deactivate-realm')
  .description('refuse everybody of an organization, until it is reactivated; nothing is deleted')
  .addOption(realmOption())
  .action(({ realm: name }: { realm: string }) =>
    operate(async ({ core }) => {
      const realm = await realmNamed(core, name)
      await setRealmDeactivated(core, realm, true)
      say(`${realm.record.settings.name} is deactivated`)
    }),
  )
