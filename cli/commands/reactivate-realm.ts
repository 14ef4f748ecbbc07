import { Command } from 'commander'
import { setRealmDeactivated } from '../../core/organization/settings/deactivate.ts'
import { realmNamed } from '../named.ts'
import { operate, say } from '../operator.ts'
import { realmOption } from '../options.ts'

export const reactivateRealm = new Command('reactivate-realm')
  .description('let a deactivated organization in again, as it was')
  .addOption(realmOption())
  .action(({ realm: name }: { realm: string }) =>
    operate(async ({ core }) => {
      const realm = await realmNamed(core, name)
      await setRealmDeactivated(core, realm, false)
      say(`${realm.record.settings.name} is active`)
    }),
  )
