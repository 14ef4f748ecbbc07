import { z } from 'zod'
import { providerRules } from './log-in-provider.ts'

/** Hosts of this machine, where a connection without encryption is enough. */
const LOCAL = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/

/** Where a person's name stands in `bind_as`. */
export const LOGIN_PLACE = '{login}'

const isDirectoryAddress = (text: string): boolean => {
  if (!/^ldaps?:\/\//.test(text) || !URL.canParse(text)) return false
  const { hostname, pathname, search, hash, username, password } = new URL(text)
  return hostname !== '' && /^\/?$/.test(pathname) && !search && !hash && !username && !password
}

/** Whether passwords would go over the network in clear text. */
const isClearText = (url: string, startsTls: boolean): boolean =>
  !startsTls && url.startsWith('ldap:') && !LOCAL.test(new URL(url).hostname)

const name = z
  .string()
  .trim()
  .max(100)
  .regex(/^[A-Za-z][A-Za-z0-9;.-]*$|^\d+(?:\.\d+)+$/)

const filter = z
  .string()
  .trim()
  .max(1000)
  .regex(/^\([^\0]+\)$/)

const dn = z
  .string()
  .trim()
  .max(500)
  .regex(/^[^\0]*$/)

/** What an organization or the operator enters about a directory (LDAP, RFC 4511, or Active Directory). */
export const LDAP_SETTINGS = z
  .strictObject({
    url: z
      .string()
      .max(300)
      .refine(isDirectoryAddress)
      .meta({ getsSecrets: true })
      .describe(
        'Address of the directory, such as ldaps://ldap.example.com. An address with ldap:// needs StartTLS, except on this machine.',
      ),
    starttls: z
      .boolean()
      .default(false)
      .describe('Whether a connection with ldap:// is encrypted by StartTLS.'),
    certificate: z
      .string()
      .max(15_000)
      .regex(/^\s*-----BEGIN CERTIFICATE-----[\s\S]+-----END CERTIFICATE-----\s*$/)
      .optional()
      .describe(
        'Certificates in PEM to trust instead of the public ones, for a directory with its own authority.',
      ),
    base_dn: dn.min(1).describe('Where people are found, such as ou=people,dc=example,dc=com.'),
    people_filter: filter
      .default('(objectClass=person)')
      .describe('Filter that all people match, and nobody who has left (RFC 4515).'),
    login_attributes: z
      .array(name)
      .min(1)
      .max(10)
      .default(['uid', 'sAMAccountName', 'userPrincipalName', 'mail'])
      .describe('Attributes with what people type as their name.'),
    bind_dn: dn
      .optional()
      .describe('Who searches for people, such as cn=loquat,ou=services,dc=example,dc=com.'),
    bind_password: z
      .string()
      .min(1)
      .max(1000)
      .optional()
      .meta({ secret: true })
      .describe('Password of `bind_dn`.'),
    bind_as: dn
      .refine((text) => text.split(LOGIN_PLACE).length === 2)
      .optional()
      .describe(
        'Without a search: as whom people log in, with `{login}` once, such as uid={login},ou=people,dc=example,dc=com, {login}@example.com or EXAMPLE\\{login}.',
      ),
    id_attribute: name
      .optional()
      .describe(
        'Attribute that identifies a person for ever. Default: entryUUID, objectGUID, nsUniqueId or ipaUniqueID.',
      ),
    email_attribute: name
      .default('mail')
      .describe('Attribute with the e-mail address, which counts as confirmed.'),
    name_attribute: name.optional().describe('Attribute with the full name. Default: displayName or cn.'),
    photo_attribute: name
      .optional()
      .describe('Attribute with the photo. Default: thumbnailPhoto or jpegPhoto.'),
    group_base_dn: dn
      .min(1)
      .optional()
      .describe('Where groups are found, for directories without `memberOf`; their members are in `member`.'),
    synchronizes: z
      .boolean()
      .default(false)
      .describe(
        'Whether an hourly job sets names, photos, roles, groups and profile fields as the directory has them.',
      ),
    deactivates_gone: z
      .boolean()
      .default(false)
      .describe(
        'Whether the hourly job deactivates people who are gone from the directory, at most 10 % at once.',
      ),
    ...providerRules,
  })
  .refine(({ url, starttls }) => !isClearText(url, starttls), { path: ['starttls'] })
  .refine(
    (all) => all.bind_as !== undefined || all.bind_dn === undefined || all.bind_password !== undefined,
    {
      path: ['bind_password'],
    },
  )

export type LdapProvider = z.output<typeof LDAP_SETTINGS> & {
  readonly name: string
  readonly display_name: string
}
