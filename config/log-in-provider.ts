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
}

/** A provider of log-ins with the rules for its people. */
export interface ProviderRules {
  readonly name: string
  readonly display_name: string
  readonly icon?: string | undefined
  readonly new_accounts: 'rules' | 'domains' | 'invited' | 'nobody'
  readonly domains: readonly string[]
  readonly required_for_domains: boolean
  readonly required_role: number
  readonly is_second_factor: boolean
}
