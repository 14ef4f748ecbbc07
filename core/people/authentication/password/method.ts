import { pastedAddress } from '../../../state/realm/email.ts'
import { logIn } from '../../credentials/log-in.ts'
import type { AuthenticationMethod, StepValues } from '../method.ts'

const addressIn = (values: StepValues): string => pastedAddress(values.get('email') ?? '')

/** Log-in with the address and password of the account. */
export const PASSWORD: AuthenticationMethod = {
  name: 'password',
  displayName: 'Password',
  icon: null,
  settingName: 'Email',
  wireNames: ['password', 'email'],
  isExternal: false,
  guessesAt: addressIn,
  offers: () => [
    {
      kind: 'form',
      step: 'check',
      button: 'Log in',
      fields: [
        { name: 'email', label: 'E-mail address', type: 'email', autocomplete: 'username' },
        { name: 'password', label: 'Password', type: 'password', autocomplete: 'current-password' },
      ],
      forgottenPath: '/accounts/password/reset',
    },
  ],
  steps: {
    check: async ({ core, realm, values }) => {
      const user = await logIn(core, realm, addressIn(values), values.get('password') ?? '')
      return { kind: 'proven', user, factors: 'one' }
    },
  },
}
