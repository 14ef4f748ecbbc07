import { pino } from 'pino'
import type { RuntimeConfig } from '../config/environment.ts'
import { Core } from '../core/core.ts'
import { type DemonstrationSummary, seedDemonstration } from '../core/demonstration/seed.ts'
import { ApiError } from '../core/errors.ts'
import { BullSink } from '../queues/sink.ts'

/**
 * Makes sure that a development server has its demonstration organization: created on the first start, left
 * alone afterwards. Undefined outside development, and where the root host is another organization's.
 */
export async function prepareDemonstration(config: RuntimeConfig): Promise<DemonstrationSummary | undefined> {
  if (!config.isDevelopment) return undefined
  const log = pino({ level: config.logLevel, base: { process: 'demonstration', pid: process.pid } })
  const sink = new BullSink(config.redisUrl)
  const core = await Core.open(config, log, sink)
  try {
    return await seedDemonstration(core)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    log.info({ reason: error.message }, 'there is no demonstration organization')
    return undefined
  } finally {
    await core.close()
    await sink.close()
  }
}
