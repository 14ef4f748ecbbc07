import type { RuntimeConfig } from '../../config/environment.ts'
import { type DemonstrationSummary, seedDemonstration } from '../../core/demonstration/seed.ts'
import { openCore } from '../../core/open-core.ts'
import { ApiError } from '../../core/platform/errors.ts'
import { BullSink } from '../../core/platform/jobs/sink.ts'
import { processLog } from '../../core/platform/log/log.ts'

/**
 * Creates the demonstration organization on the first start of a development server and leaves it unchanged
 * afterwards. Returns undefined outside development, and when the root host belongs to another organization.
 */
export async function prepareDemonstration(config: RuntimeConfig): Promise<DemonstrationSummary | undefined> {
  if (!config.isDevelopment) return undefined
  const log = processLog('demonstration', config.logLevel)
  const sink = new BullSink(config.redisUrl)
  const core = await openCore(config, log, sink)
  try {
    return await seedDemonstration(core)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    log.info(
      { reason: error.message },
      'the demonstration organization was not created: the root host belongs to another organization',
    )
    return undefined
  } finally {
    await core.close()
    await sink.close()
  }
}
