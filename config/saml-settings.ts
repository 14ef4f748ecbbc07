import { z } from 'zod'
import { providerRules } from './log-in-provider.ts'

const attribute = z.string().trim().min(1).max(300).optional()

/** What an organization enters about a provider of SAML 2. */
export const SAML_SETTINGS = z.strictObject({
  metadata: z
    .string()
    .max(25_000)
    .refine((text) => text.includes('EntityDescriptor') && !/<!(?:DOCTYPE|ENTITY)/i.test(text))
    .describe('Metadata of the provider: the XML with EntityDescriptor that it offers for download.'),
  certificate: z
    .string()
    .max(10_000)
    .regex(/^\s*-----BEGIN CERTIFICATE-----[\s\S]+-----END CERTIFICATE-----\s*$/)
    .optional()
    .describe('Certificate in PEM with which the provider encrypts assertions for this server.'),
  private_key: z
    .string()
    .max(10_000)
    .regex(/^\s*-----BEGIN (?:RSA )?PRIVATE KEY-----[\s\S]+-----END (?:RSA )?PRIVATE KEY-----\s*$/)
    .optional()
    .meta({ secret: true })
    .describe('Private key in PEM of the certificate. With it, the server signs what it asks as well.'),
  subject_attribute: attribute.describe(
    'Attribute that identifies a person for ever. Default: the NameID, which must then not be transient.',
  ),
  email_attribute: attribute.describe('Attribute with the e-mail address. Default: the usual names.'),
  name_attribute: attribute.describe('Attribute with the full name. Default: the usual names.'),
  accepts_sha1: z
    .boolean()
    .default(false)
    .describe(
      'Whether signatures with SHA-1 count, which are not safe. Only until the provider signs with RSA-SHA256.',
    ),
  shares_log_outs: z
    .boolean()
    .default(false)
    .describe(
      'Whether a log-out here ends the session at the provider, and a log-out there all sessions here.',
    ),
  ...providerRules,
})

export type SamlProvider = z.output<typeof SAML_SETTINGS> & {
  readonly name: string
  readonly display_name: string
}
