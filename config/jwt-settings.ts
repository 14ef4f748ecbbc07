import { createPublicKey } from 'node:crypto'
import { z } from 'zod'
import { isProviderAddress, providerRules } from './log-in-provider.ts'

function isPublicKey(pem: string): boolean {
  try {
    return /BEGIN PUBLIC KEY/.test(pem) && createPublicKey(pem).type === 'public'
  } catch {
    return false
  }
}

/** What an organization enters about a portal of its own that signs tokens. */
export const JWT_SETTINGS = z.strictObject({
  portal: z
    .string()
    .max(500)
    .refine(isProviderAddress)
    .describe('Address of the portal to which browsers go to log in, an https address.'),
  issuer: z.string().trim().min(1).max(500).describe('Claim `iss` of the tokens.'),
  secret: z
    .string()
    .min(32)
    .max(1000)
    .optional()
    .meta({ secret: true })
    .describe(
      'Shared secret of at least 32 characters, with which the portal signs by HS256, HS384 or HS512.',
    ),
  public_key: z
    .string()
    .max(5000)
    .refine(isPublicKey)
    .optional()
    .describe(
      'Public key in PEM (BEGIN PUBLIC KEY), of RSA, an elliptic curve or Ed25519. It replaces a secret.',
    ),
  ...providerRules,
})

export type JwtProvider = z.output<typeof JWT_SETTINGS> & {
  readonly name: string
  readonly display_name: string
}
