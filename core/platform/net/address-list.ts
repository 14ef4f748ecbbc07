import { BlockList, isIP } from 'node:net'

/** Addresses and networks in CIDR form, such as `127.0.0.1` and `10.0.0.0/8`. */
export class AddressList {
  readonly #list = new BlockList()

  /** All must be valid. */
  constructor(given: readonly string[]) {
    for (const one of given) {
      const [address = '', bits] = one.split('/')
      const family = isIP(address) === 4 ? 'ipv4' : 'ipv6'
      if (bits === undefined) this.#list.addAddress(address, family)
      else this.#list.addSubnet(address, Number(bits), family)
    }
  }

  /** False for text that is no address. */
  has(address: string): boolean {
    const version = isIP(address)
    return version !== 0 && this.#list.check(address, version === 4 ? 'ipv4' : 'ipv6')
  }
}
