import { deactivateAsOperator } from '../../core/people/accounts/deactivate.ts'
import { userCommand } from '../operator/user-command.ts'

export const deactivateUser = userCommand({
  name: 'deactivate-user',
  description: "end all access of a person or bot, and of a person's bots; refused for the only owner",
  of: 'user',
  async run({ core, realm, user }) {
    await deactivateAsOperator(core, realm, user.id)
    return `${user.fullName} is deactivated in ${realm.record.settings.name}; reactivate-user undoes it`
  },
})
