import { z } from 'zod'
import { MAX_OPENID_PROVIDERS, MAX_OPENID_PROVIDERS_BYTES } from './limits.ts'
import { isProviderAddress, PROVIDER_DISPLAY_NAME, PROVIDER_NAME, providerRules } from './log-in-provider.ts'

const isIssuer = (text: string): boolean => isProviderAddress(text) && !new URL(text).search

/** What an organization or the operator enters about a provider of OpenID Connect. */
export const OPENID_SETTINGS = z.strictObject({
  issuer: z
    .string()
    .max(500)
    .refine(isIssuer)
    .meta({ getsSecrets: true })
    .describe('Issuer as the provider writes it, an https address. Discovery begins here.'),
  client_id: z.string().min(1).max(500).describe('Client id that the provider has given out.'),
  client_secret: z
    .string()
    .min(1)
    .max(2000)
    .optional()
    .meta({ secret: true })
    .describe('Client secret; leave it out for a public client.'),
  scopes: z
    .string()
    .max(500)
    .regex(/^openid(?: [!#-[\]-~]+)*$/)
    .default('openid email profile')
    .describe('Scopes that are asked for, separated by spaces; `openid` is the first.'),
  assumes_verified_email: z
    .boolean()
    .default(false)
    .describe('Whether an address without the claim `email_verified` counts as confirmed.'),
  shares_log_outs: z
    .boolean()
    .default(false)
    .describe(
      'Whether a log-out here ends the session at the provider, and a log-out there all sessions here.',
    ),
  ...providerRules,
})

/** One provider of OpenID Connect, as the operator writes it. */
const provider = z
  .strictObject({
    name: PROVIDER_NAME,
    display_name: PROVIDER_DISPLAY_NAME,
    ...OPENID_SETTINGS.shape,
    organizations: z
      .array(z.string().max(63))
      .max(100)
      .optional()
      .describe('Subdomains of the organizations that offer it; empty text for the root host. Default: all.'),
  })
  .readonly()

export type OpenIdProvider = z.output<typeof provider>

/** The JSON list of OPENID_PROVIDERS. No two providers have one name. */
export const openIdProviders = z
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
  .pipe(z.array(provider).max(MAX_OPENID_PROVIDERS))
  .refine((providers) => new Set(providers.map(({ name }) => name)).size === providers.length)

/** The secrets in a value of OPENID_PROVIDERS, also when other parts of it are wrong. */
export function secretsOfProviders(value: string): string[] {
  const secret = z.array(z.looseObject({ client_secret: z.string().optional() }))
  try {
    const parsed = secret.safeParse(JSON.parse(value))
    return parsed.data?.flatMap(({ client_secret: one }) => one ?? []) ?? []
  } catch {
    return []
  }
}
