import ipaddr from 'ipaddr.js'

/** The public range of IPv6. Reserved parts of it are excluded as well. */
const GLOBAL_IPV6 = ipaddr.parseCIDR('2000::/3')
/** An address that looks public but belongs to the platform that a machine of Azure runs on. */
const AZURE_PLATFORM = '168.63.129.16'

export type AddressRule = (address: string) => boolean

/**
 * Returns a rule that decides whether requests caused by users may go to an IP address: it is public, or it
 * is among `allowed`, addresses and networks in CIDR form. Loopback, private, link-local, shared, multicast,
 * reserved and tunnel addresses are not public, nor are cloud metadata services. The rule refuses text that
 * is not an IP address.
 */
export function publicAddresses(allowed: readonly string[] = []): AddressRule {
  const networks = allowed.map(parseNetwork)
  return (text) => {
    if (!ipaddr.isValid(text)) return false
    const address = ipaddr.process(text) // an IPv4 address that is mapped into IPv6 is that address
    const kind = address.kind()
    if (networks.some((network) => network[0].kind() === kind && address.match(network))) return true
    if (address.range() !== 'unicast' || address.toString() === AZURE_PLATFORM) return false
    return kind === 'ipv4' || address.match(GLOBAL_IPV6)
  }
}

function parseNetwork(text: string): [ipaddr.IPv4 | ipaddr.IPv6, number] {
  if (text.includes('/')) return ipaddr.parseCIDR(text)
  const address = ipaddr.process(text)
  return [address, address.kind() === 'ipv4' ? 32 : 128]
}
