import { Command } from 'commander'
import { REALM_SETTING_NAMES, type RealmSettingName } from '../../core/state/settings/settings.ts'
import { wireSetting } from '../../core/state/settings/wire-settings.ts'
import { findRealm } from '../operator/find.ts'
import { operate, print } from '../operator/operator.ts'
import { jsonOption, realmOption } from '../operator/options.ts'
import { settingNamed } from '../operator/setting.ts'
import { table } from '../operator/table.ts'

export const showSettings = new Command('show-settings')
  .description('show the settings of an organization, or one of them')
  .argument('[setting]', 'the name of a setting of PATCH /realm, such as invite_required')
  .addOption(realmOption())
  .addOption(jsonOption())
  .action((setting: string | undefined, { realm: name, json }: { realm?: string; json?: true }) =>
    operate(async ({ core }) => {
      const names = setting === undefined ? REALM_SETTING_NAMES : [settingNamed(setting)]
      const realm = await findRealm(core, name)
      const shown = (each: RealmSettingName) => wireSetting(realm.users, each, realm.record.settings)
      if (json)
        return print(JSON.stringify(Object.fromEntries(names.map((each) => [each, shown(each)])), null, 2))
      if (setting !== undefined) return print(JSON.stringify(shown(names[0]!)))
      print(
        table(
          ['SETTING', 'VALUE'],
          names.map((each) => [each, JSON.stringify(shown(each))]),
        ),
      )
    }),
  )
