import { z } from 'zod'
import { isProviderAddress, providerRules } from './log-in-provider.ts'

/** What an organization or the operator enters about GitHub, which speaks OAuth 2 and no OpenID Connect. */
export const GITHUB_SETTINGS = z.strictObject({
  address: z
    .string()
    .max(300)
    .refine((text) => isProviderAddress(text) && new URL(text).pathname === '/' && !new URL(text).search)
    .default('https://github.com')
    .meta({ getsSecrets: true })
    .describe('Address of GitHub, or of a GitHub Enterprise Server, an https address without a path.'),
  client_id: z.string().min(1).max(500).describe('Client id of the OAuth app.'),
  client_secret: z
    .string()
    .min(1)
    .max(2000)
    .meta({ secret: true })
    .describe('Client secret of the OAuth app.'),
  github_organization: z
    .string()
    .trim()
    .regex(/^[A-Za-z0-9](?:[A-Za-z0-9-]{0,38})$/)
    .optional()
    .describe(
      'Organization at GitHub of which people must be members. Default: everybody with an account there.',
    ),
  ...providerRules,
})

export type GitHubProvider = z.output<typeof GITHUB_SETTINGS> & {
  readonly name: string
  readonly display_name: string
}
