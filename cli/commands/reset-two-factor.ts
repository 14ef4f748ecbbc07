import { userCommand } from '../operator/user-command.ts'

export const resetTwoFactor = userCommand({
  name: 'reset-two-factor',
  description: 'remove the authenticator app, passkeys and recovery codes of somebody who has lost them',
  of: 'person',
  async run({ core, realm, user, email }) {
    const { resetFactors } = await import('../../core/people/second-factors/remove.ts')
    const hadAny = await resetFactors(core, realm, user.id)
    return hadAny
      ? `${email} logs in with the password alone, and gets a mail about it.`
      : `${email} has no second factor; nothing was changed.`
  },
})
