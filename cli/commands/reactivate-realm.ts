import { Command } from 'commander'
import { findRealm } from '../operator/find.ts'
import { operate, print } from '../operator/operator.ts'
import { realmOption } from '../operator/options.ts'

export const reactivateRealm = new Command('reactivate-realm')
  .description('undo deactivate-realm, also before its data are deleted')
  .addOption(realmOption())
  .action(({ realm: name }: { realm?: string }) =>
    operate(async ({ core }) => {
      const { reactivateRealm: reactivate } = await import('../../core/organization/settings/deactivate.ts')
      const realm = await findRealm(core, name)
      await reactivate(core, realm)
      print(`${realm.record.settings.name} is active`)
    }),
  )
