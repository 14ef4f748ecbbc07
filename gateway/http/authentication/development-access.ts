import type { RuntimeConfig } from '../../../config/environment.ts'
import { loopbackOnly, notInProduction } from '../errors/errors.ts'
import { isLoopback } from '../uwebsockets/remote-address.ts'

/**
 * Throws unless the caller may log in as anybody without a password: on a development server, from the same
 * machine, or from any machine where DEVELOPMENT_KEYS_FOR_ALL allows it.
 */
export function requireDevelopment(
  config: Pick<RuntimeConfig, 'isProduction' | 'developmentKeysForAll'>,
  remoteAddress: string,
): void {
  if (config.isProduction) throw notInProduction()
  if (!config.developmentKeysForAll && !isLoopback(remoteAddress)) throw loopbackOnly()
}

/** As `requireDevelopment`, as a question. */
export function isDevelopmentCaller(
  config: Pick<RuntimeConfig, 'isProduction' | 'developmentKeysForAll'>,
  remoteAddress: string,
): boolean {
  return !config.isProduction && (config.developmentKeysForAll || isLoopback(remoteAddress))
}
