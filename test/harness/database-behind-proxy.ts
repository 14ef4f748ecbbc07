import { Database } from '../../core/platform/db/database.ts'
import { FlakyProxy } from './flaky-proxy.ts'

/**
 * Opens a database whose connections go through a proxy, which can break, delay and count them. The caller
 * closes both.
 */
export async function databaseBehindProxy(
  databaseUrl: string,
  poolSize: number,
): Promise<{ db: Database; proxy: FlakyProxy }> {
  const url = new URL(databaseUrl)
  const proxy = new FlakyProxy(new URL(databaseUrl))
  url.port = String(await proxy.start())
  url.hostname = '127.0.0.1'
  return { db: await Database.open({ url: url.href, poolSize }), proxy }
}
