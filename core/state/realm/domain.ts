import { invalidDomain } from './errors.ts'

/** A domain whose addresses may join when the organization restricts addresses; as clients see it. */
export interface Domain {
  /** In lower case. */
  readonly domain: string
  readonly allow_subdomains: boolean
}

/** Returns the domain as it will be stored. Throws when it is invalid. */
export function checkDomain(given: string): string {
  const domain = given.trim().toLowerCase()
  const fault = faultOf(domain)
  if (fault !== undefined) throw invalidDomain(fault)
  return domain
}

function faultOf(domain: string): string | undefined {
  if (domain === '') return "Domain can't be empty."
  if (!domain.includes('.')) return 'Domain must have at least one dot (.)'
  if (domain.length > 255) return 'Domain is too long'
  if (domain.startsWith('.') || domain.endsWith('.')) return 'Domain cannot start or end with a dot (.)'
  for (const label of domain.split('.')) {
    if (label === '') return "Consecutive '.' are not allowed."
    if (/^-|-$/.test(label)) return "Subdomains cannot start or end with a '-'."
    if (!/^[a-z0-9-]+$/.test(label)) return "Domain can only have letters, numbers, '.' and '-'s."
  }
  return undefined
}

/** Whether an e-mail address belongs to one of the domains. */
export function isUnder(domains: readonly Domain[], address: string): boolean {
  const host = address.slice(address.lastIndexOf('@') + 1).toLowerCase()
  return domains.some(
    ({ domain, allow_subdomains }) => host === domain || (allow_subdomains && host.endsWith(`.${domain}`)),
  )
}
