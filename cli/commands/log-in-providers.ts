import { readFileSync } from 'node:fs'
import { Command } from 'commander'
import { z } from 'zod'
import { ConfigError } from '../../config/error.ts'
import {
  addProvider,
  changeProvider,
  removeProvider,
  testProvider,
} from '../../core/people/authentication/providers/change.ts'
import { deactivateNamed, findGone } from '../../core/people/authentication/providers/gone.ts'
import type { LogInProvider } from '../../core/state/realm/log-in-provider.ts'
import type { RealmState } from '../../core/state/realm/state.ts'
import { findRealm } from '../operator/find.ts'
import { operate, print } from '../operator/operator.ts'
import { realmOption } from '../operator/options.ts'
import { table } from '../operator/table.ts'

type Options = { realm?: string }

const file = z.strictObject({
  kind: z.string().optional(),
  display_name: z.string().optional(),
  enabled: z.boolean().optional(),
  settings: z.record(z.string(), z.unknown()).optional(),
})

function find(realm: RealmState, name: string): LogInProvider {
  const found = realm.lists.logInProviders.find((one) => one.name === name)
  if (found === undefined)
    throw new ConfigError(
      `${realm.record.settings.name} has no provider of log-ins named ${JSON.stringify(name)}`,
    )
  return found
}

/** Reads the JSON of a file, or of the standard input for `-`. */
function read(path: string): z.output<typeof file> {
  try {
    return file.parse(JSON.parse(readFileSync(path === '-' ? 0 : path, 'utf8')))
  } catch (error) {
    const reason = error instanceof z.ZodError ? z.prettifyError(error) : (error as Error).message
    throw new ConfigError(`${path} has no provider of log-ins: ${reason}`)
  }
}

const list = new Command('list')
  .description('print the providers of an organization')
  .addOption(realmOption())
  .action(({ realm: name }: Options) =>
    operate(async ({ core }) => {
      const realm = await findRealm(core, name)
      const rows = realm.lists.logInProviders.map((one) => [
        ...[one.name, one.kind, one.isEnabled ? 'on' : 'off', one.displayName],
      ])
      if (rows.length > 0) print(table(['NAME', 'KIND', 'STATE', 'SHOWN AS'], rows))
      else print(`${realm.record.settings.name} has no provider of log-ins.`)
    }),
  )

const set = new Command('set')
  .description(
    'add a provider, or change it, from a JSON file: {"kind", "display_name", "enabled", "settings"}; fields that it does not name stay',
  )
  .addOption(realmOption())
  .argument('<name>', 'its name in addresses')
  .argument('<file>', 'the file, or - for the standard input')
  .action((name: string, path: string, { realm: organization }: Options) =>
    operate(async ({ core }) => {
      const given = read(path)
      const realm = await findRealm(core, organization)
      const known = realm.lists.logInProviders.find((one) => one.name === name)
      const { display_name: displayName, enabled: isEnabled, settings, kind } = given
      if (known === undefined) {
        await addProvider(
          { core, realm },
          {
            ...{ name, kind: kind ?? '', displayName: displayName ?? name },
            ...{ isEnabled: isEnabled ?? false, settings: settings ?? {} },
          },
        )
        print(`${name} was added and is ${isEnabled ? 'on' : 'off'}`)
        return
      }
      if (kind !== undefined && kind !== known.kind)
        throw new ConfigError(`${name} is of the kind ${known.kind}; remove it first`)
      await changeProvider({ core, realm }, known.id, {
        ...(displayName !== undefined && { displayName }),
        ...(isEnabled !== undefined && { isEnabled }),
        ...(settings !== undefined && { settings }),
      })
      print(`${name} was changed`)
    }),
  )

const test = new Command('test')
  .description('ask a provider as a log-in would; nothing is changed')
  .addOption(realmOption())
  .argument('<name>', 'its name in addresses')
  .action((name: string, { realm: organization }: Options) =>
    operate(async ({ core }) => {
      const realm = await findRealm(core, organization)
      const { isGood, found, advice } = await testProvider({ core, realm }, find(realm, name).id)
      if (!isGood) throw new ConfigError(`${name} does not work: ${found}\n${advice ?? ''}`.trim())
      print(advice === undefined ? `${name} works: ${found}` : `${name} works, but ${found}\n${advice}`)
    }),
  )

const gone = new Command('gone')
  .description('print who is gone from a directory; nobody is deactivated without --deactivate')
  .addOption(realmOption())
  .option('--deactivate', 'deactivate them')
  .option('--even-if-many', 'also when more than a tenth of the accounts is gone')
  .argument('<name>', 'its name in addresses')
  .action((name: string, options: Options & { deactivate?: boolean; evenIfMany?: boolean }) =>
    operate(async ({ core }) => {
      const realm = await findRealm(core, options.realm)
      const { id } = find(realm, name)
      const { accounts, gone: people, isTooMany } = await findGone({ core, realm }, id)
      for (const one of people) print(`${one.id}\t${one.deliveryEmail}\t${one.fullName}`)
      print(`${people.length} of ${accounts} accounts are gone from ${name}`)
      if (options.deactivate !== true) return
      if (isTooMany && options.evenIfMany !== true)
        throw new ConfigError('more than a tenth is gone: look at the directory, or add --even-if-many')
      const ids = people.map((one) => one.id)
      print(`${(await deactivateNamed({ core, realm }, id, ids)).length} were deactivated`)
    }),
  )

const remove = new Command('remove')
  .description('remove a provider; its people keep their accounts and sessions')
  .addOption(realmOption())
  .argument('<name>', 'its name in addresses')
  .action((name: string, { realm: organization }: Options) =>
    operate(async ({ core }) => {
      const realm = await findRealm(core, organization)
      await removeProvider({ core, realm }, find(realm, name).id)
      print(`${name} was removed`)
    }),
  )

export const logInProviders = new Command('log-in-providers')
  .description('set up the providers with whose accounts the people of an organization log in')
  .addCommand(list)
  .addCommand(set)
  .addCommand(test)
  .addCommand(gone)
  .addCommand(remove)
