import { reactivateAsOperator } from '../../core/people/accounts/reactivate.ts'
import { userCommand } from '../operator/user-command.ts'

export const reactivateUser = userCommand({
  name: 'reactivate-user',
  description: "let a deactivated person or bot in again; a person's bots stay deactivated",
  of: 'user',
  async run({ core, realm, user }) {
    const wasInactive = await reactivateAsOperator(core, realm, user.id)
    return `${user.fullName} ${wasInactive ? 'is active again' : 'was active already'}`
  },
})
