/** Whether an address belongs to one of the domains, which are in lower case. */
export const hasDomain = (address: string, domains: readonly string[]): boolean =>
  domains.includes(address.slice(address.lastIndexOf('@') + 1).toLowerCase())
