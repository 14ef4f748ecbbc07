import { Command } from 'commander'
import { ConfigError } from '../../config/error.ts'
import { ApiError } from '../../core/platform/errors.ts'
import { realmUrl } from '../../core/state/realm/address.ts'
import { Role } from '../../core/state/users/record.ts'
import { operate, print } from '../operator/operator.ts'
import { PASSWORD_HELP, readPassword } from '../operator/options.ts'

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
  .description(
    'create an organization with its first channels, and its first owner if --owner-email is given',
  )
  .requiredOption('--subdomain <label>', 'subdomain under the host of ROOT_URL; "" for that host itself')
  .option('--host <host>', 'an additional host name for the organization')
  .requiredOption('--name <name>', 'name of the organization')
  .option('--description <text>', 'description of the organization')
  .option('--owner-email <address>', "the owner's e-mail address")
  .option('--owner-name <name>', "the owner's full name")
  .option('--owner-password <password>', PASSWORD_HELP)
  .action((options: Options) =>
    operate(async ({ core, config }) => {
      const [
        { checkRealmAddress, createRealm: create },
        { createFirstChannels },
        { FounderEntries, founderPath, OPERATOR_ENTRY_SECONDS },
        { createPerson },
        { checkNameItself },
        { checkAddress },
      ] = await Promise.all([
        import('../../core/organization/settings/create.ts'),
        import('../../core/organization/settings/first-channels.ts'),
        import('../../core/organization/settings/founder-entry.ts'),
        import('../../core/people/accounts/create-person.ts'),
        import('../../core/people/users/name.ts'),
        import('../../core/state/realm/email.ts'),
      ])
      const { ownerEmail: email, ownerName: fullName } = options
      if ((email === undefined) !== (fullName === undefined)) {
        throw new ConfigError('Set both --owner-email and --owner-name, or neither')
      }
      if (options.ownerPassword !== undefined && email === undefined) {
        throw new ConfigError('--owner-password needs --owner-email and --owner-name')
      }
      // A mistake in the owner's fields creates nothing.
      if (email !== undefined) checkAddress(email)
      if (fullName !== undefined) checkNameItself(fullName)
      const password = await readPassword(options.ownerPassword)
      const address = await checkRealmAddress(core, {
        subdomain: options.subdomain,
        customHost: options.host,
      })
      const id = await create(core.db, { ...options, ...address })
      const realm = (await core.realms.get(id))!
      await createFirstChannels(core, realm)
      const url = realmUrl(realm.record, config.rootUrl)
      print(`Created organization ${id}: ${url}`)
      if (email === undefined || fullName === undefined) return
      try {
        const owner = await createPerson(core, realm, { email, fullName, password, role: Role.owner })
        print(`Created user ${owner.id}: ${owner.email}, owner`)
        const token = await new FounderEntries(core.redis).issue(id, owner.id, OPERATOR_ENTRY_SECONDS)
        print(`The owner enters once without a password, within an hour: ${url}${founderPath(token)}`)
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        throw new ConfigError(
          `The organization was created without its owner (${error.message}): add the owner with create-user`,
        )
      }
    }),
  )
