import { Command } from 'commander'
import { type ListedRealm, listRealms as list } from '../../core/organization/settings/list.ts'
import { realmUrl } from '../../core/state/realm/address.ts'
import { operate, print } from '../operator/operator.ts'
import { jsonOption } from '../operator/options.ts'
import { table } from '../operator/table.ts'

function stateOf({ isDeactivated, isDeleting, deletionDate }: ListedRealm): string {
  if (isDeleting) return 'being deleted'
  if (!isDeactivated) return 'active'
  return deletionDate === null ? 'deactivated' : `deactivated, deleted after ${deletionDate}`
}

export const listRealms = new Command('list-realms')
  .description('list all organizations, including deactivated ones')
  .addOption(jsonOption())
  .action(({ json }: { json?: true }) =>
    operate(async ({ core, config }) => {
      const realms = (await list(core.db)).map((realm) => ({
        ...realm,
        url: realmUrl(realm, config.rootUrl),
      }))
      if (json) return print(JSON.stringify(realms, null, 2))
      const rows = realms.map((realm) => [
        realm.id,
        realm.subdomain,
        realm.customHost ?? '',
        realm.name,
        realm.people,
        stateOf(realm),
        realm.url,
      ])
      print(table(['ID', 'SUBDOMAIN', 'HOST', 'NAME', 'PEOPLE', 'STATE', 'URL'], rows))
    }),
  )
