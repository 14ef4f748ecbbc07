import { isIP } from 'node:net'
import { z } from 'zod'
import { providerRules } from './log-in-provider.ts'

/** Addresses of proxies that one entry names. */
const MAX_PROXIES = 50

const header = z
  .string()
  .regex(/^[!#$%&'*+.^`|~\w-]{1,100}$/)
  .transform((value) => value.toLowerCase())

function isNetwork(value: string): boolean {
  const [address = '', bits] = value.split(/\/(.*)/s)
  const version = isIP(address)
  if (version === 0 || bits === undefined) return version !== 0
  return /^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128)
}

/**
 * What the operator enters about a proxy that logs people in itself, such as Apache with Kerberos. Only the
 * operator knows which proxies are in front of the server, so organizations cannot set it up.
 */
export const REMOTE_USER_SETTINGS = z.strictObject({
  header: header.describe('Header in which the proxy names the person, such as X-Remote-User.'),
  proxies: z
    .array(z.string().refine(isNetwork))
    .min(1)
    .max(MAX_PROXIES)
    .describe('Addresses and networks of the proxies. The header is refused from elsewhere.'),
  domain: z
    .string()
    .trim()
    .toLowerCase()
    .regex(/^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9-]{2,63}$/)
    .optional()
    .describe('Domain of the address of a person whom the header names without one.'),
  email_header: header.optional().describe('Header with the e-mail address, which counts as confirmed.'),
  name_header: header.optional().describe('Header with the full name.'),
  ...providerRules,
})

export type RemoteUserProvider = z.output<typeof REMOTE_USER_SETTINGS> & {
  readonly name: string
  readonly display_name: string
}
