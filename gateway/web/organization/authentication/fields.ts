import type { Answer } from '../../client/index.ts'
import type { Field, Values } from './field.ts'
import { providerTexts as texts } from './texts.ts'

export type Provider = Answer<'GET /realm/log_in_providers'>['providers'][number]

const RULES: readonly Field[] = [
  {
    ...{ name: 'new_accounts', type: 'choice', initial: 'rules' },
    options: () => ['rules', 'domains', 'invited', 'nobody'].map((one) => [one, texts.newAccounts[one]!]),
  },
  {
    ...{ name: 'existing_accounts', type: 'choice', initial: 'address' },
    options: () => ['address', 'domains', 'nobody'].map((one) => [one, texts.existingAccounts[one]!]),
  },
  { name: 'domains', type: 'lines', isOptional: true },
  { name: 'required_for_domains', type: 'switch' },
  {
    ...{ name: 'required_role', type: 'choice', initial: '0' },
    options: () => ['0', '100', '200', '300', '400', '600'].map((one) => [one, texts.roles[one]!]),
  },
  { name: 'is_second_factor', type: 'switch' },
  { name: 'session_hours', type: 'number', initial: '0' },
  { name: 'ends_keys', type: 'switch' },
  { name: 'groups_attribute', type: 'text', isOptional: true },
  { name: 'roles', type: 'mappings', isOptional: true },
  { name: 'groups', type: 'mappings', isOptional: true },
  { name: 'profile_fields', type: 'mappings', isOptional: true },
  { name: 'updates_names', type: 'switch' },
  { name: 'icon', type: 'text', isOptional: true },
]

/** The fields of each kind of provider, in the order of the form. */
export const FIELDS: Readonly<Record<string, readonly Field[]>> = {
  openid: [
    { name: 'issuer', type: 'text' },
    { name: 'client_id', type: 'text' },
    { name: 'client_secret', type: 'secret', isOptional: true },
    { name: 'scopes', type: 'text', initial: 'openid email profile' },
    { name: 'assumes_verified_email', type: 'switch' },
    { name: 'shares_log_outs', type: 'switch' },
    ...RULES,
  ],
  github: [
    { name: 'client_id', type: 'text' },
    { name: 'client_secret', type: 'secret' },
    { name: 'github_organization', type: 'text', isOptional: true },
    { name: 'address', type: 'text', initial: 'https://github.com' },
    ...RULES,
  ],
  jwt: [
    { name: 'portal', type: 'text' },
    { name: 'issuer', type: 'text', text: 'jwt_issuer' },
    { name: 'public_key', type: 'xml', isOptional: true },
    { name: 'secret', type: 'secret', isOptional: true },
    ...RULES,
  ],
  ldap: [
    { name: 'url', type: 'text', initial: 'ldaps://' },
    { name: 'starttls', type: 'switch' },
    { name: 'certificate', type: 'xml', isOptional: true, text: 'ldap_certificate' },
    { name: 'base_dn', type: 'text' },
    { name: 'people_filter', type: 'text', initial: '(objectClass=person)' },
    { name: 'login_attributes', type: 'lines', initial: 'uid\nsAMAccountName\nuserPrincipalName\nmail' },
    { name: 'bind_dn', type: 'text', isOptional: true },
    { name: 'bind_password', type: 'secret', isOptional: true },
    { name: 'bind_as', type: 'text', isOptional: true },
    { name: 'email_attribute', type: 'text', initial: 'mail' },
    { name: 'name_attribute', type: 'text', isOptional: true },
    { name: 'id_attribute', type: 'text', isOptional: true },
    { name: 'photo_attribute', type: 'text', isOptional: true },
    { name: 'group_base_dn', type: 'text', isOptional: true },
    { name: 'synchronizes', type: 'switch' },
    { name: 'deactivates_gone', type: 'switch' },
    ...RULES,
  ],
  saml: [
    { name: 'metadata', type: 'xml' },
    { name: 'email_attribute', type: 'text', isOptional: true },
    { name: 'name_attribute', type: 'text', isOptional: true },
    { name: 'subject_attribute', type: 'text', isOptional: true },
    { name: 'certificate', type: 'xml', isOptional: true, text: 'saml_certificate' },
    { name: 'private_key', type: 'secret', isOptional: true, isLong: true },
    { name: 'accepts_sha1', type: 'switch' },
    { name: 'shares_log_outs', type: 'switch' },
    ...RULES,
  ],
}

/** Whether the server takes a list of texts. */
export const isList = (type: Field['type']): boolean => type === 'lines' || type === 'mappings'

/** The parts of a text between separators that are not empty. */
const linesIn = (text: string, separator: RegExp): string[] =>
  text
    .split(separator)
    .map((line) => line.trim())
    .filter((line) => line !== '')

/** The values with which the form begins. */
export function valuesOf(fields: readonly Field[], settings: Provider['settings'] | undefined): Values {
  return Object.fromEntries(
    fields.map(({ name, type, initial }) => {
      const value = settings?.[name]
      if (type === 'switch') return [name, (value ?? initial) === true]
      if (isList(type)) return [name, Array.isArray(value) ? value.join('\n') : (initial ?? '')]
      return [name, value === undefined ? (initial ?? '') : String(value)]
    }),
  )
}

/** A value as people read it. */
export const textOf = ({ options }: Field, value: string | boolean): string =>
  options?.().find(([one]) => one === value)?.[1] ?? String(value)

type Sent = string | number | boolean | string[] | null

/** The settings to send. Empty texts are left out of a new provider, and removed from a known one. */
export function settingsOf(fields: readonly Field[], values: Values, isNew: boolean): Record<string, Sent> {
  return Object.fromEntries(
    fields.flatMap(({ name, type }): [string, Sent][] => {
      const value = values[name]!
      if (typeof value === 'boolean') return [[name, value]]
      if (name === 'required_role' || type === 'number') return [[name, Number(value)]]
      if (isList(type)) return [[name, linesIn(value, type === 'lines' ? /[\s,]+/ : /\n/)]]
      if (value.trim() !== '') return [[name, type === 'secret' ? value : value.trim()]]
      return isNew || type === 'secret' ? [] : [[name, null]]
    }),
  )
}
