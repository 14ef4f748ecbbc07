import { pino } from 'pino'
import type { RuntimeConfig } from '../config/environment.ts'
import { type DemonstrationSummary, seedDemonstration } from '../core/demonstration/seed.ts'
import { openCore } from '../core/open-core.ts'
import { ApiError } from '../core/platform/errors.ts'
import { BullSink } from '../core/platform/jobs/sink.ts'

/**
 * Makes sure that a development server has its demonstration organization: created on the first start, left
 * alone afterwards. Undefined outside development, and where the root host is another organization's.
 */
export async function prepareDemonstration(config: RuntimeConfig): Promise<DemonstrationSummary | undefined> {
  if (!config.isDevelopment) return undefined
  const log = pino({ level: config.logLevel, base: { process: 'demonstration', pid: process.pid } })
  const sink = new BullSink(config.redisUrl)
  const core = await openCore(config, log, sink)
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
