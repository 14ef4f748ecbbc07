/**
 * The usual spelling of an address as uWebSockets.js gives it, which is IPv6 in full: an IPv4 client of
 * an IPv6 socket gets its IPv4 address back.
 */
export function readableAddress(address: string): string {
  const mapped = /^0{4}:0{4}:0{4}:0{4}:0{4}:ffff:(\w{2})(\w{2}):(\w{2})(\w{2})$/.exec(address)
  if (mapped === null) return address
  return mapped
    .slice(1)
    .map((byte) => Number.parseInt(byte, 16))
    .join('.')
}

/** Whether an address, spelled as `readableAddress` does, is this machine's own. */
export const isLoopback = (address: string): boolean => /^127\.|^(?:0{1,4}:){7}0{0,3}1$|^::1$/.test(address)

/** Whether it is this machine's own, or one of a network that the Internet does not reach. */
export const isPrivateAddress = (address: string): boolean =>
  isLoopback(address) ||
  /^10\.|^192\.168\.|^172\.(?:1[6-9]|2\d|3[01])\.|^169\.254\.|^f[cd][0-9a-f]{2}:|^fe[89ab][0-9a-f]:/i.test(
    address,
  )

/** What one client is taken to own: an IPv4 address, or the /64 network of an IPv6 one. */
export function networkOf(address: string): string {
  if (!address.includes(':')) return address
  const [head = '', tail] = address.split('::')
  const groups = head.split(':').filter((group) => group !== '')
  if (tail !== undefined) {
    const after = tail.split(':').filter((group) => group !== '')
    while (groups.length + after.length < 8) groups.push('0')
  }
  return groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=\w)/, '').toLowerCase())
    .join(':')
}
