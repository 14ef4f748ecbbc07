import { Command } from 'commander'
import { ConfigError } from '../../config/error.ts'
import { inviteByMail } from '../../core/people/invites/invite.ts'
import { ApiError, insufficientPermission } from '../../core/platform/errors.ts'
import { Role, type UserRecord } from '../../core/state/users/record.ts'
import { findOwner, findPerson, findRealm, mustBeActive } from '../operator/find.ts'
import { operate, print } from '../operator/operator.ts'
import { type RoleName, realmOption, roleOption } from '../operator/options.ts'

type Options = { realm?: string; role: RoleName; from?: string; days: string }

const MINUTES_PER_DAY = 1440
const MOST_DAYS = 3650

export const invite = new Command('invite')
  .description('mail invitations, which lead to the default channels; a worker sends them')
  .argument('<emails...>', 'the addresses')
  .addOption(realmOption())
  .addOption(roleOption().default('member'))
  .option('--from <address>', 'who invites; default: the owner who joined first')
  .option('--days <number>', 'for how many days the invitations are valid', '10')
  .action((emails: string[], { realm: name, role, from, days }: Options) =>
    operate(async ({ core, config }) => {
      if (!/^\d{1,4}$/.test(days) || Number(days) < 1 || Number(days) > MOST_DAYS)
        throw new ConfigError(`--days must be a number from 1 to ${MOST_DAYS}`)
      const realm = await findRealm(core, name)
      mustBeActive(realm)
      const user = from === undefined ? findOwner(realm) : findPerson(realm, from)
      if (!user.isActive) throw new ConfigError(`${user.fullName} is deactivated and cannot invite`)
      const given = {
        addresses: emails.join('\n'),
        role: Role[role],
        channels: [],
        groups: [],
        withDefaultChannels: true,
        welcomeText: null,
        validMinutes: Number(days) * MINUTES_PER_DAY,
        notifyInviter: from !== undefined,
      }
      try {
        await inviteByMail({ core, realm, user }, given, config)
      } catch (error) {
        throw withReasons(error, user, role)
      }
      print(
        `Invited ${emails.length} ${emails.length === 1 ? 'address' : 'addresses'} in the name of ${user.fullName}`,
      )
    }),
  )

/** An error that names the addresses that were not invited, and why. */
function withReasons(error: unknown, inviter: UserRecord, role: RoleName): unknown {
  if (!(error instanceof ApiError)) return error
  if (error.message === insufficientPermission().message)
    return new ConfigError(
      `${inviter.fullName} may not invite anybody with the role ${role}: name somebody else with --from`,
    )
  const { errors } = error.extra as { errors?: readonly (readonly [string, string, boolean])[] }
  if (errors === undefined || errors.length === 0) return error
  return new ConfigError(`${error.message} ${errors.map(([address, why]) => `${address}: ${why}`).join(' ')}`)
}
