import type { ProviderKind } from './external/kind.ts'
import { JWT } from './jwt/kind.ts'
import { OPENID } from './openid/kind.ts'
import { SAML } from './saml/kind.ts'

/** The kinds of providers that organizations set up, in the order of the page. */
export const PROVIDER_KINDS: readonly ProviderKind[] = [
  OPENID as ProviderKind,
  SAML as ProviderKind,
  JWT as ProviderKind,
]

export const kindNamed = (name: string): ProviderKind | undefined =>
  PROVIDER_KINDS.find((kind) => kind.name === name)
