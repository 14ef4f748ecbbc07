import { checkActive } from '../../credentials/log-in.ts'
import { passkeyOptions, usePasskey } from '../../second-factors/passkeys.ts'
import type { AuthenticationMethod } from '../method.ts'

/** Log-in with a passkey, which replaces the password and the second factor. */
export const PASSKEY: AuthenticationMethod = {
  name: 'passkey',
  displayName: 'Passkey',
  icon: null,
  wireNames: [],
  isExternal: false,
  offers: ({ core, realm, page }) => [
    {
      kind: 'passkey',
      step: 'check',
      text: 'Log in with a passkey',
      options: passkeyOptions(core, realm, 'log-in', page),
    },
  ],
  steps: {
    check: async ({ core, realm, page, values }) => {
      const user = await usePasskey(core, realm, 'log-in', page, values.get('response') ?? '')
      return { kind: 'proven', user: checkActive(user), factors: 'two' }
    },
  },
}
