import { PublicNetwork } from '../../../platform/net/public-network.ts'
import type { Core } from '../../../state/core.ts'

const networks = new WeakMap<Core, PublicNetwork>()

/** The network for addresses that organizations name: public ones, and those that the operator allows. */
export function providerNetwork(core: Core): PublicNetwork {
  const network = networks.get(core) ?? new PublicNetwork(core.options.allowedPrivateAddresses ?? [])
  networks.set(core, network)
  return network
}
