import { LDAP_SETTINGS, type LdapProvider } from '../../../../config/ldap-settings.ts'
import { LDAP_TIMEOUT_SECONDS } from '../../../../config/limits.ts'
import type { PublicNetwork } from '../../../platform/net/public-network.ts'
import type { ProviderKind, TestResult } from '../external/kind.ts'
import { withDirectory } from './connect.ts'
import { attributesOf, binaryAttributes, personIn } from './entry.ts'
import { bindAsService } from './find-person.ts'
import { ldapMethod } from './method.ts'
import { comparePeople } from './synchronize.ts'

const MAX_REASON_LENGTH = 200
/** People whose entries a test looks at. */
const SAMPLE = 20

/** Directories: LDAP and Active Directory. */
export const LDAP: ProviderKind<LdapProvider> = {
  name: 'ldap',
  prefix: 'ldap',
  isDirectory: true,
  settings: LDAP_SETTINGS,
  compare: comparePeople,
  method: ldapMethod,
  test: testLdap,
}

/** Connects to a directory and looks at some people, over the network. Nobody is logged in. Never rejects. */
export async function testLdap(provider: LdapProvider, network?: PublicNetwork): Promise<TestResult> {
  try {
    return await withDirectory(provider, network, async (client): Promise<TestResult> => {
      await bindAsService(provider, client)
      if (provider.bind_as !== undefined && provider.bind_dn === undefined)
        return {
          isGood: true,
          found: `${new URL(provider.url).host} answers; a log-in shows whether bind_as fits`,
        }
      const { searchEntries: entries } = await client.search(provider.base_dn, {
        scope: 'sub',
        filter: provider.people_filter,
        sizeLimit: SAMPLE,
        timeLimit: LDAP_TIMEOUT_SECONDS,
        attributes: attributesOf(provider),
        explicitBufferAttributes: binaryAttributes(provider),
      })
      if (entries.length === 0)
        return {
          isGood: false,
          found: `it finds nobody below ${provider.base_dn}`,
          advice: 'correct base_dn and people_filter, or let bind_dn read the people there',
        }
      const people = entries.map((entry) => personIn(provider, entry, undefined))
      if (people.every((person) => person === undefined))
        return {
          isGood: false,
          found: 'no person has an attribute that identifies the person for ever',
          advice: 'let bind_dn read entryUUID or objectGUID, or enter another id_attribute',
        }
      if (people.every((person) => person?.email === undefined))
        return {
          isGood: false,
          found: `no person has the attribute ${provider.email_attribute}`,
          advice: 'enter the attribute with the address as email_attribute, or let bind_dn read it',
        }
      return { isGood: true, found: `${new URL(provider.url).host} answers, and people are found` }
    })
  } catch (error) {
    return { isGood: false, ...faultOf(provider, error as Error & { code?: unknown }) }
  }
}

function faultOf(
  { url, starttls, bind_dn }: LdapProvider,
  error: Error & { code?: unknown },
): Pick<TestResult, 'found' | 'advice'> {
  const { host } = new URL(url)
  const reason = (error.message || error.name).slice(0, MAX_REASON_LENGTH)
  if (error.name === 'InvalidCredentialsError')
    return { found: 'it refuses bind_dn', advice: 'correct bind_dn and bind_password' }
  if (error.name === 'OperationsError' && bind_dn === undefined)
    return { found: 'it lets nobody search without an account', advice: 'enter bind_dn and bind_password' }
  if (error.name === 'NoSuchObjectError') return { found: 'it has no base_dn', advice: 'correct base_dn' }
  const isAboutCertificate = /certificate|CERT|altnames|self[- ]signed/i.test(
    `${String(error.code)} ${reason}`,
  )
  if (isAboutCertificate)
    return {
      found: `the certificate of ${host} is not trusted: ${reason}`,
      advice: 'enter the certificate of its authority, and the name that its certificate has',
    }
  return {
    found: `${host} is of no use: ${reason}`,
    advice:
      starttls || url.startsWith('ldaps:')
        ? 'let this machine reach it'
        : 'let this machine reach it, and look at starttls',
  }
}
