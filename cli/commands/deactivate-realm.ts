import { Command, InvalidArgumentError } from 'commander'
import { findRealm } from '../operator/find.ts'
import { operate, print } from '../operator/operator.ts'
import { realmOption } from '../operator/options.ts'

function readDays(text: string): number {
  if (!/^\d{1,6}$/.test(text)) throw new InvalidArgumentError('It must be a number of days.')
  return Number(text)
}

export const deactivateRealm = new Command('deactivate-realm')
  .description('block all access to an organization until it is reactivated')
  .addOption(realmOption())
  .option(
    '--delete-after-days <days>',
    'delete its data after so many days, unless it is reactivated before',
    readDays,
  )
  .action(({ realm: name, deleteAfterDays }: { realm?: string; deleteAfterDays?: number }) =>
    operate(async ({ core }) => {
      const { deactivateRealmAsOperator } = await import('../../core/organization/settings/deactivate.ts')
      const realm = await findRealm(core, name)
      await deactivateRealmAsOperator(core, realm, deleteAfterDays ?? null)
      const { settings, deletionDate } = realm.record
      print(
        deletionDate === null
          ? `${settings.name} is deactivated`
          : `${settings.name} is deactivated; its data are deleted after ${deletionDate} (UTC)`,
      )
    }),
  )
