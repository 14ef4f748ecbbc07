import { ConfigError } from '../../config/error.ts'
import { passwordResetByOperator } from '../../core/people/credentials/reset-password.ts'
import { mustBeActive } from '../operator/find.ts'
import { userCommand } from '../operator/user-command.ts'

export const resetPassword = userCommand({
  name: 'reset-password',
  description:
    'print a link with which a person chooses another password; it works once, for a day, also without mail',
  of: 'person',
  async run({ core, realm, user }) {
    mustBeActive(realm)
    if (!user.isActive)
      throw new ConfigError(`${user.fullName} is deactivated: reactivate-user lets the person in again`)
    const { url, until } = await passwordResetByOperator(core, realm, user)
    const end = new Date(until * 1000).toISOString()
    process.stderr.write(`Until ${end}. Whoever has the link has the account.\n`)
    return url
  },
})
