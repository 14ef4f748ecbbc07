import { Command } from 'commander'
import { changeRealmSettingsAsOperator } from '../../core/organization/settings/change-settings.ts'
import { findOwner, findRealm } from '../operator/find.ts'
import { operate, print } from '../operator/operator.ts'
import { realmOption } from '../operator/options.ts'
import { settingNamed, settingValue } from '../operator/setting.ts'

export const changeSetting = new Command('change-setting')
  .description('change a setting of an organization; clients learn of it at once')
  .argument('<setting>', 'the name of a setting of PATCH /realm, such as invite_required')
  .argument('<value>', 'the value as PATCH /realm takes it, such as false, 3, \'{"new": 12}\' or a text')
  .addOption(realmOption())
  .action((setting: string, given: string, { realm: name }: { realm?: string }) =>
    operate(async ({ core }) => {
      const known = settingNamed(setting)
      const value = settingValue(known, given)
      const realm = await findRealm(core, name)
      const changed = await changeRealmSettingsAsOperator(core, realm, findOwner(realm), { [known]: value })
      print(
        known in changed
          ? `${known} of ${realm.record.settings.name} is now ${JSON.stringify(changed[known])}`
          : `${known} of ${realm.record.settings.name} has this value already`,
      )
    }),
  )
