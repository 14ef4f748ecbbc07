import { z } from 'zod'
import { GITHUB_SETTINGS } from './github-settings.ts'
import { JWT_SETTINGS } from './jwt-settings.ts'
import { LDAP_SETTINGS } from './ldap-settings.ts'
import { MAX_OPENID_PROVIDERS, MAX_OPENID_PROVIDERS_BYTES } from './limits.ts'
import { PROVIDER_DISPLAY_NAME, PROVIDER_NAME, type ProviderRules } from './log-in-provider.ts'
import { OPENID_SETTINGS } from './openid-providers.ts'
import { REMOTE_USER_SETTINGS } from './remote-user-settings.ts'
import { SAML_SETTINGS } from './saml-settings.ts'

/** What each kind takes, besides the fields of every entry. */
const SETTINGS: Readonly<Record<string, z.ZodObject>> = {
  openid: OPENID_SETTINGS,
  github: GITHUB_SETTINGS,
  saml: SAML_SETTINGS,
  jwt: JWT_SETTINGS,
  ldap: LDAP_SETTINGS,
  'remote-user': REMOTE_USER_SETTINGS,
}

/** A provider of log-ins that the operator offers to organizations. */
export interface ServerProvider {
  readonly kind: string
  /** Subdomains of the organizations that offer it; undefined for all. */
  readonly organizations: readonly string[] | undefined
  /** Its settings as its kind reads them. */
  readonly provider: ProviderRules
}

const entry = z.looseObject({
  kind: z.string().refine((kind) => Object.hasOwn(SETTINGS, kind)),
  name: PROVIDER_NAME,
  display_name: PROVIDER_DISPLAY_NAME,
  organizations: z.array(z.string().max(63)).max(100).optional(),
})

/** The JSON list of LOG_IN_PROVIDERS. No two providers of one kind have one name. */
export const serverProviders = z
  .string()
  .max(MAX_OPENID_PROVIDERS_BYTES)
  .transform((text, context) => {
    try {
      return JSON.parse(text)
    } catch {
      context.addIssue('not JSON')
      return z.NEVER
    }
  })
  .pipe(z.array(entry).max(MAX_OPENID_PROVIDERS))
  .transform((entries, context): ServerProvider[] =>
    entries.flatMap(({ kind, name, display_name, organizations, ...settings }) => {
      const read = SETTINGS[kind]!.safeParse(settings)
      if (read.success)
        return { kind, organizations, provider: { ...read.data, name, display_name } as ProviderRules }
      const { path, message } = read.error.issues[0]!
      context.addIssue(`${name}: ${path.join('.')} ${message}`)
      return []
    }),
  )
  .refine((all) => new Set(all.map(({ kind, provider }) => `${kind} ${provider.name}`)).size === all.length)

const SECRETS = ['client_secret', 'bind_password', 'private_key', 'secret']

/** The secrets in a value of LOG_IN_PROVIDERS, also when other parts of it are wrong. */
export function secretsOfServerProviders(value: string): string[] {
  try {
    const parsed = z.array(z.record(z.string(), z.unknown())).safeParse(JSON.parse(value))
    const found = parsed.data?.flatMap((one) => SECRETS.map((name) => one[name])) ?? []
    return found.filter((one) => typeof one === 'string')
  } catch {
    return []
  }
}
