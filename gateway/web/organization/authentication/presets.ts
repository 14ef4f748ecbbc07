import type { Field, Values } from './field.ts'

/** A common provider. The form fills in its known values and asks for the others. */
export interface Preset {
  /** The beginning of the name in addresses. */
  readonly name: string
  readonly title: string
  readonly kind: 'openid' | 'github'
  /** What differs between the customers of the provider, such as its host. */
  readonly asks: readonly Field[]
  /** Fields of the kind that stand beside the usual ones. */
  readonly shows?: readonly string[]
  /** Where this server is registered there: the names of menus and buttons, which the provider translates. */
  readonly path: readonly string[]
  /** What the provider calls the redirect address. */
  readonly addressField: string
  /** The settings that follow from what the form asks for. Empty texts are not known yet. */
  readonly settings: (asked: Values) => Values
}

const text = (asked: Values, name: string): string => String(asked[name] ?? '').trim()

/** The address of a host, which people write with or without https; empty when it is none. */
export function originOf(host: string): string {
  const written = /^[a-z]+:\/\//i.test(host) ? host : `https://${host}`
  return host !== '' && URL.canParse(written) ? new URL(written).origin : ''
}

/** The address of a host with a path that has one name in it; empty unless both are known. */
function below(host: string, path: (name: string) => string, name: string): string {
  const origin = originOf(host)
  return origin === '' || name === '' ? '' : origin + path(encodeURIComponent(name))
}

export const PRESETS: readonly Preset[] = [
  {
    ...{ name: 'google', title: 'Google', kind: 'openid', asks: [], shows: ['domains'] },
    path: ['APIs & Services', 'Credentials', 'Create credentials', 'OAuth client ID', 'Web application'],
    addressField: 'Authorized redirect URIs',
    settings: () => ({ issuer: 'https://accounts.google.com' }),
  },
  {
    ...{ name: 'entra', title: 'Microsoft Entra ID', kind: 'openid' },
    asks: [{ name: 'tenant', type: 'text' }],
    path: ['App registrations', 'New registration', 'Redirect URI', 'Web'],
    addressField: 'Redirect URI',
    settings: (asked) => ({
      issuer: below('login.microsoftonline.com', (tenant) => `/${tenant}/v2.0`, text(asked, 'tenant')),
      assumes_verified_email: true,
    }),
  },
  {
    ...{ name: 'github', title: 'GitHub', kind: 'github', shows: ['github_organization'] },
    asks: [{ name: 'host', type: 'text', initial: 'github.com' }],
    path: ['Settings', 'Developer settings', 'OAuth apps', 'New OAuth app'],
    addressField: 'Authorization callback URL',
    settings: (asked) => ({ address: originOf(text(asked, 'host')) }),
  },
  {
    ...{ name: 'gitlab', title: 'GitLab', kind: 'openid' },
    asks: [{ name: 'host', type: 'text', initial: 'gitlab.com' }],
    path: ['Settings', 'Applications', 'Add new application', 'openid, profile, email'],
    addressField: 'Redirect URI',
    settings: (asked) => ({ issuer: originOf(text(asked, 'host')) }),
  },
  {
    ...{ name: 'keycloak', title: 'Keycloak', kind: 'openid' },
    asks: [
      { name: 'host', type: 'text' },
      { name: 'keycloak_realm', type: 'text' },
    ],
    path: ['Clients', 'Create client', 'OpenID Connect', 'Client authentication'],
    addressField: 'Valid redirect URIs',
    settings: (asked) => ({
      issuer: below(text(asked, 'host'), (realm) => `/realms/${realm}`, text(asked, 'keycloak_realm')),
    }),
  },
  {
    ...{ name: 'authentik', title: 'Authentik', kind: 'openid' },
    asks: [
      { name: 'host', type: 'text' },
      { name: 'slug', type: 'text' },
    ],
    path: ['Applications', 'Create with provider', 'OAuth2/OpenID', 'Confidential'],
    addressField: 'Redirect URIs',
    settings: (asked) => ({
      issuer: below(text(asked, 'host'), (slug) => `/application/o/${slug}/`, text(asked, 'slug')),
    }),
  },
  {
    ...{ name: 'okta', title: 'Okta', kind: 'openid' },
    asks: [{ name: 'host', type: 'text' }],
    path: ['Applications', 'Create App Integration', 'OIDC', 'Web Application'],
    addressField: 'Sign-in redirect URIs',
    settings: (asked) => ({ issuer: originOf(text(asked, 'host')) }),
  },
]

/** How the names of methods begin, by their kinds. */
const PREFIXES: Readonly<Record<Preset['kind'], string>> = { openid: 'oidc', github: 'github' }

/** The address to which the provider sends browsers back; empty without a name. */
export const returnAddressOf = (base: string, { kind }: Preset, name: string): string =>
  name.trim() === '' ? '' : `${base}/${PREFIXES[kind]}-${name.trim()}/callback`
