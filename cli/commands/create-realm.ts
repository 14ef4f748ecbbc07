import { Command } from 'commander'
import { ConfigError } from '../../config/error.ts'
import { createRealm as create } from '../../core/organization/settings/create.ts'
import { createPerson } from '../../core/people/users/create-person.ts'
import { ApiError } from '../../core/platform/errors.ts'
import { realmUrl } from '../../core/state/realm/address.ts'
import { Role } from '../../core/state/users/record.ts'
import { operate, say } from '../operator.ts'
import { PASSWORD_HELP, readPassword } from '../options.ts'

type Options = {
  subdomain: string
  host?: string
  name: string
  description?: string
  ownerEmail?: string
  ownerName?: string
  ownerPassword?: string
}

export const createRealm = new Command('create-realm')
  .description('create an organization, with its first owner if one is given')
  .requiredOption(
    '--subdomain <label>',
    'first label of its host under that of ROOT_URL; "" for the root itself',
  )
  .option('--host <host>', 'a host name of its own, besides')
  .requiredOption('--name <name>', 'what it is called')
  .option('--description <text>', 'what it is for')
  .option('--owner-email <address>', 'address of its owner')
  .option('--owner-name <name>', "the owner's full name")
  .option('--owner-password <password>', PASSWORD_HELP)
  .action((options: Options) =>
    operate(async ({ core, config }) => {
      const { ownerEmail: email, ownerName: fullName } = options
      if ((email === undefined) !== (fullName === undefined)) {
        throw new ConfigError('An owner has both: --owner-email and --owner-name')
      }
      if (options.ownerPassword !== undefined && email === undefined) {
        throw new ConfigError('--owner-password is without an owner: add --owner-email and --owner-name')
      }
      const password = await readPassword(options.ownerPassword)
      const id = await create(core.db, { ...options, customHost: options.host })
      const realm = (await core.realms.get(id))!
      say(`Created organization ${id}: ${realmUrl(realm.record, config.rootUrl)}`)
      if (email === undefined || fullName === undefined) return
      try {
        const owner = await createPerson(core, realm, { email, fullName, password, role: Role.owner })
        say(`Created user ${owner.id}: ${owner.email}, owner`)
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        throw new ConfigError(`The organization has no owner yet, add one with create-user: ${error.message}`)
      }
    }),
  )
