import type { Config } from './environment.ts'

/** What whoever starts a development server that other machines reach has to know: one line. Undefined for others. */
export function openDevelopment({
  isProduction,
  host,
}: Pick<Config, 'isProduction' | 'host'>): string | undefined {
  if (isProduction || /^(?:127\.\S+|::1|localhost)$/.test(host)) return undefined
  return `WARNING: THIS DEVELOPMENT SERVER LISTENS ON ${host}: other machines reach it, its demonstration accounts have public passwords. Set NODE_ENV=production, or HOST=127.0.0.1.`
}
