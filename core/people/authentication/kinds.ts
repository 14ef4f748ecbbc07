import type { ProviderKind } from './external/kind.ts'
import { GITHUB } from './github/kind.ts'
import { JWT } from './jwt/kind.ts'
import { LDAP } from './ldap/kind.ts'
import { OPENID } from './openid/kind.ts'
import { REMOTE_USER } from './remote-user/kind.ts'
import { SAML } from './saml/kind.ts'

/** The kinds of providers that organizations set up, in the order of the page. */
export const PROVIDER_KINDS: readonly ProviderKind[] = [
  OPENID as ProviderKind,
  GITHUB as ProviderKind,
  SAML as ProviderKind,
  JWT as ProviderKind,
  LDAP as ProviderKind,
]

/** All kinds: organizations cannot set up the last one. */
const KINDS: readonly ProviderKind[] = [...PROVIDER_KINDS, REMOTE_USER as ProviderKind]

/** The kind with this name, of the operator's providers. */
export const serverKindNamed = (name: string): ProviderKind | undefined =>
  KINDS.find((kind) => kind.name === name)

/** The kind with this name, of organizations' providers. */
export const kindNamed = (name: string): ProviderKind | undefined =>
  PROVIDER_KINDS.find((kind) => kind.name === name)
