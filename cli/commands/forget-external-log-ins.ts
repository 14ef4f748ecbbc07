import { userCommand } from '../operator/user-command.ts'

export const forgetExternalLogIns = userCommand({
  name: 'forget-external-log-ins',
  description:
    "separate somebody's account from the accounts at providers of log-ins, so that it is joined anew",
  of: 'person',
  async run({ core, realm, user, email }) {
    const { forgetIdentities } = await import('../../core/people/authentication/external/forget.ts')
    const number = await forgetIdentities(core, realm, user)
    return number > 0
      ? `${email} is joined to no provider any more; the next log-in there joins the account anew.`
      : `${email} was not joined to a provider; nothing was changed.`
  },
})
