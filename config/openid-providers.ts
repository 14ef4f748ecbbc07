import { z } from 'zod'
import { MAX_OPENID_PROVIDERS, MAX_OPENID_PROVIDERS_BYTES } from './limits.ts'

/** Hosts of this machine, where http is enough. */
const LOCAL = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/

const isIssuer = (text: string): boolean => {
  if (!URL.canParse(text)) return false
  const { protocol, hostname, search, hash, username, password } = new URL(text)
  const isSafe = protocol === 'https:' || (protocol === 'http:' && LOCAL.test(hostname))
  return isSafe && !search && !hash && !username && !password
}

const isIcon = (text: string): boolean =>
  /^\/[^/\\]/.test(text) || (URL.canParse(text) && new URL(text).protocol === 'https:')

/** One provider of OpenID Connect, as the operator writes it. */
const provider = z
  .strictObject({
    name: z
      .string()
      .regex(/^[a-z0-9](?:[a-z0-9-]{0,28}[a-z0-9])?$/)
      .describe('Name in addresses: lower-case letters, digits and hyphens, at most 30.'),
    display_name: z
      .string()
      .trim()
      .min(1)
      .max(60)
      .regex(/^\P{Cc}+$/u)
      .describe('Name on the button.'),
    issuer: z
      .string()
      .max(500)
      .refine(isIssuer)
      .describe('Issuer as the provider writes it, an https address. Discovery begins here.'),
    client_id: z.string().min(1).max(500).describe('Client id that the provider has given out.'),
    client_secret: z
      .string()
      .min(1)
      .max(2000)
      .optional()
      .meta({ secret: true })
      .describe('Client secret; leave it out for a public client.'),
    icon: z
      .string()
      .max(500)
      .refine(isIcon)
      .optional()
      .describe('Address of a picture for apps: a path of this server, or an https address.'),
    scopes: z
      .string()
      .max(500)
      .regex(/^openid(?: [!#-[\]-~]+)*$/)
      .default('openid email profile')
      .describe('Scopes that are asked for, separated by spaces; `openid` is the first.'),
    organizations: z
      .array(z.string().max(63))
      .max(100)
      .optional()
      .describe('Subdomains of the organizations that offer it; empty text for the root host. Default: all.'),
    creates_accounts: z
      .boolean()
      .default(true)
      .describe('Whether people without an account get one, as far as the organization lets them join.'),
    assumes_verified_email: z
      .boolean()
      .default(false)
      .describe('Whether an address without the claim `email_verified` counts as confirmed.'),
    is_second_factor: z
      .boolean()
      .default(false)
      .describe('Whether the provider checks two factors, so that no further one is asked for.'),
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

/** The fields of a provider for the documentation. */
export const OPENID_FIELDS = provider.unwrap().shape

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
