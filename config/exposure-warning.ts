import type { Config } from './environment.ts'

/**
 * One line that warns about a development server that other machines can reach; undefined for any other
 * server.
 */
export function exposureWarning({
  isProduction,
  host,
}: Pick<Config, 'isProduction' | 'host'>): string | undefined {
  if (isProduction || /^(?:127\.\S+|::1|localhost)$/.test(host)) return undefined
  return `WARNING: THIS DEVELOPMENT SERVER LISTENS ON ${host}: other machines can reach it, and the passwords of its demo accounts are public. Set NODE_ENV=production, or HOST=127.0.0.1.`
}
