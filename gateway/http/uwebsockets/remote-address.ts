/**
 * The usual spelling of an address of uWebSockets.js, which writes IPv6 addresses in full. The IPv4 address
 * of an IPv4 client on an IPv6 socket.
 */
export function readableAddress(address: string): string {
  const mapped = /^0{4}:0{4}:0{4}:0{4}:0{4}:ffff:(\w{2})(\w{2}):(\w{2})(\w{2})$/.exec(address)
  if (mapped === null) return address
  return mapped
    .slice(1)
    .map((byte) => Number.parseInt(byte, 16))
    .join('.')
}

/** Whether an address, spelled as by `readableAddress`, belongs to this machine. */
export const isLoopback = (address: string): boolean => /^127\.|^(?:0{1,4}:){7}0{0,3}1$|^::1$/.test(address)

/** Whether an address belongs to this machine or to a private network. */
export const isPrivateAddress = (address: string): boolean =>
  isLoopback(address) ||
  /^10\.|^192\.168\.|^172\.(?:1[6-9]|2\d|3[01])\.|^169\.254\.|^f[cd][0-9a-f]{2}:|^fe[89ab][0-9a-f]:/i.test(
    address,
  )

/**
 * The addresses that one client is assumed to own: the IPv4 address, or the /64 network of an IPv6 address.
 */
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
