import type { LdapProvider } from '../../../../config/ldap-settings.ts'
import type { PublicNetwork } from '../../../platform/net/public-network.ts'
import { wrongCredentials } from '../../users/errors.ts'
import { accountOf, factorsOf } from '../external/account.ts'
import { providerUnavailable } from '../external/errors.ts'
import { keyHours } from '../external/key-hours.ts'
import { because } from '../external/reason.ts'
import { requirementOf } from '../external/required.ts'
import type { AuthenticationMethod, Site, StepValues } from '../method.ts'
import type { ExternalPerson } from '../person.ts'
import { issuerOf } from './entry.ts'
import { findPerson, isDistinguished, type Outcome, UnusableEntry } from './find-person.ts'

/** Longest name and password that go to a directory. */
const MAX_LOGIN_LENGTH = 200
const MAX_PASSWORD_LENGTH = 1_000
const MAX_REASON_LENGTH = 300

/**
 * Log-in with a name and password of a directory (LDAP or Active Directory). With a `network` it is reached
 * over that.
 */
export function ldapMethod(provider: LdapProvider, network?: PublicNetwork): AuthenticationMethod {
  const { display_name: displayName, icon = null } = provider
  const name = `ldap-${provider.name}`

  async function identify(
    { core }: Pick<Site, 'core'>,
    login: string,
    password: string,
  ): Promise<ExternalPerson> {
    if (login.length > MAX_LOGIN_LENGTH || password.length > MAX_PASSWORD_LENGTH) throw wrongCredentials()
    let outcome: Outcome
    try {
      outcome = await findPerson(provider, network, login, password)
    } catch (error) {
      const about = { provider: provider.name, reason: (error as Error).message.slice(0, MAX_REASON_LENGTH) }
      if (error instanceof UnusableEntry)
        core.log.warn(about, 'a log-in failed: the entry of a person is of no use')
      else
        core.log.error(
          about,
          'a log-in failed: the directory does not answer as it should; run "loquat doctor"',
        )
      throw because(providerUnavailable(displayName), about.reason)
    }
    if (outcome.kind === 'wrong') {
      const { reason } = outcome
      if (reason === undefined) throw wrongCredentials()
      core.log.warn({ provider: provider.name, reason }, 'a log-in failed: the directory refuses the person')
      throw because(wrongCredentials(), reason)
    }
    return outcome.person
  }

  const hasDomains =
    provider.bind_as === undefined
      ? provider.login_attributes.some((one) => one.toLowerCase() === 'samaccountname')
      : !isDistinguished(provider.bind_as)
  /** What a person has typed as the name. Of `CORP\hamlet`, as people write for Windows, the part behind. */
  const typed = (values: StepValues): string => {
    const login = (values.get('login') ?? '').trim()
    return hasDomains ? login.replace(/^[^\\]+\\/, '') : login
  }

  return {
    name,
    displayName,
    icon,
    wireNames: ['ldap'],
    isExternal: false,
    issuer: issuerOf(provider),
    keyHours: keyHours(provider),
    isRequiredFor: requirementOf(provider),
    guessesAt: (values) => typed(values).toLowerCase().slice(0, MAX_LOGIN_LENGTH),
    offers: () => [
      {
        kind: 'form',
        step: 'check',
        button: `Log in with ${displayName}`,
        fields: [
          { name: 'login', label: 'User name or e-mail address', type: 'text', autocomplete: 'username' },
          { name: 'password', label: 'Password', type: 'password', autocomplete: 'current-password' },
        ],
      },
    ],
    checkPassword: async (at, login, password) => {
      const person = await identify(at, login, password)
      return { user: await accountOf(at.core, at.realm, provider, person), factors: factorsOf(provider) }
    },
    steps: {
      check: async (input) => {
        const person = await identify(input, typed(input.values), input.values.get('password') ?? '')
        return { kind: 'identified', person, rules: provider }
      },
    },
  }
}
