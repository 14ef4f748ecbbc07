import { z } from 'zod'

/** Domains that one provider of log-ins names. */
const MAX_DOMAINS = 50

/** Hosts of this machine, where http is enough. */
const LOCAL = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/

/** An https address of a provider; also http on this machine. */
export const isProviderAddress = (text: string): boolean => {
  if (!URL.canParse(text)) return false
  const { protocol, hostname, hash, username, password } = new URL(text)
  const isSafe = protocol === 'https:' || (protocol === 'http:' && LOCAL.test(hostname))
  return isSafe && !hash && !username && !password
}

const isIcon = (text: string): boolean =>
  /^\/[^/\\]/.test(text) || (URL.canParse(text) && new URL(text).protocol === 'https:')

const domain = z
  .string()
  .trim()
  .toLowerCase()
  .max(253)
  .regex(/^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9-]{2,63}$/)

export const PROVIDER_NAME = z
  .string()
  .regex(/^[a-z0-9](?:[a-z0-9-]{0,28}[a-z0-9])?$/)
  .describe('Name in addresses: lower-case letters, digits and hyphens, at most 30.')

export const PROVIDER_DISPLAY_NAME = z
  .string()
  .trim()
  .min(1)
  .max(60)
  .regex(/^\P{Cc}+$/u)
  .describe('Name on the button.')

/** The longest session that a provider sets: a year. */
const MAX_SESSION_HOURS = 8_760

/** Lines of a list that maps what the provider says to something here. */
const MAX_MAPPINGS = 100

/** Names of roles in the lines of `roles`. */
const ROLES = { owner: 100, administrator: 200, moderator: 300, member: 400, guest: 600 } as const

/** One line `theirs = ours`. */
export interface Mapping {
  readonly theirs: string
  readonly ours: string
}

/**
 * Reads a line `theirs = ours`; undefined when a side is missing. The last equals sign divides it, because
 * names of groups in a directory contain others.
 */
export function mappingIn(line: string): Mapping | undefined {
  const at = line.lastIndexOf('=')
  const [theirs, ours] = [line.slice(0, at).trim(), line.slice(at + 1).trim()]
  return at < 0 || theirs === '' || ours === '' ? undefined : { theirs, ours }
}

const lines = z
  .array(
    z
      .string()
      .max(300)
      .refine((line) => mappingIn(line) !== undefined),
  )
  .max(MAX_MAPPINGS)
  .default([])

/** The role that a line of `roles` names; undefined when there is none. */
export const roleNamed = (name: string): 100 | 200 | 300 | 400 | 600 | undefined =>
  Object.hasOwn(ROLES, name) ? ROLES[name as keyof typeof ROLES] : undefined

/** The rules of every provider of log-ins, whatever it speaks. */
export const providerRules = {
  icon: z
    .string()
    .max(500)
    .refine(isIcon)
    .optional()
    .describe('Address of a picture for apps: a path of this server, or an https address.'),
  new_accounts: z
    .enum(['rules', 'domains', 'invited', 'nobody'])
    .default('rules')
    .describe(
      'Who gets an account at the first log-in: whom the rules of the organization let join (`rules`), also without an invitation people of `domains` (`domains`), people with an invitation (`invited`), or nobody.',
    ),
  existing_accounts: z
    .enum(['address', 'domains', 'nobody'])
    .default('address')
    .describe(
      'Which account that exists a person gets at the first log-in: the one with the confirmed address (`address`), only if the address belongs to `domains` (`domains`), or none.',
    ),
  domains: z.array(domain).max(MAX_DOMAINS).default([]).describe('Domains of the addresses of the company.'),
  required_for_domains: z
    .boolean()
    .default(false)
    .describe('Whether people with an address of `domains` must log in here.'),
  required_role: z
    .union([0, 100, 200, 300, 400, 600].map((role) => z.literal(role)))
    .default(0)
    .describe(
      'Who else must log in here: 100 owners, 200 also administrators, 300 also moderators, 400 also members, 600 also guests; 0 nobody.',
    ),
  is_second_factor: z
    .boolean()
    .default(false)
    .describe('Whether the provider checks two factors, so that no further one is asked for.'),
  session_hours: z
    .int()
    .min(0)
    .max(MAX_SESSION_HOURS)
    .default(0)
    .describe(
      'Hours after which a session that began here ends, so that the person logs in here again; whoever is gone at the provider no longer can. 0: as long as the organization says.',
    ),
  ends_keys: z
    .boolean()
    .default(false)
    .describe(
      'Whether the API keys of apps end too: `session_hours` after the last log-in here, and with the sessions that the provider ends. The person then logs in with each app anew.',
    ),
  groups_attribute: z
    .string()
    .trim()
    .min(1)
    .max(300)
    .optional()
    .describe('Claim or attribute with the groups of a person. Default: the usual names.'),
  roles: lines
    .refine((all) => all.every((line) => roleNamed(mappingIn(line)?.ours ?? '') !== undefined))
    .describe(
      'Lines `their group = role` with owner, administrator, moderator, member or guest; `*` is everybody. The highest role counts.',
    ),
  groups: lines.describe(
    'Lines `their group = group here`. At each log-in people join and leave these groups.',
  ),
  profile_fields: lines.describe(
    'Lines `claim or attribute = profile field here`. At each log-in the fields get these values.',
  ),
  updates_names: z
    .boolean()
    .default(false)
    .describe('Whether people get the name that the provider has at each log-in.'),
}

/** A provider of log-ins with the rules for its people. */
export interface ProviderRules {
  readonly name: string
  readonly display_name: string
  readonly icon?: string | undefined
  readonly new_accounts: 'rules' | 'domains' | 'invited' | 'nobody'
  readonly existing_accounts: 'address' | 'domains' | 'nobody'
  readonly domains: readonly string[]
  readonly required_for_domains: boolean
  readonly required_role: number
  readonly is_second_factor: boolean
  readonly session_hours: number
  readonly ends_keys: boolean
  readonly groups_attribute?: string | undefined
  readonly roles: readonly string[]
  readonly groups: readonly string[]
  readonly profile_fields: readonly string[]
  readonly updates_names: boolean
  /** Whether an organization has set it up, and not the operator. */
  readonly is_of_organization?: boolean
}
