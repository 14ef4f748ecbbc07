import { pino } from 'pino'
import { openCore } from '../../core/open-core.ts'
import { countUsage } from '../../core/organization/usage/count.ts'
import { SECRET, type Stack } from '../bench/stack.ts'

/** Counts the activity of the demonstration as the hourly job does. */
export async function countActivity({ databaseUrl, redisUrl }: Stack): Promise<void> {
  const options = {
    databaseUrl,
    databasePoolSize: 2,
    redisUrl,
    secretKey: SECRET,
    eventLogRetentionSeconds: 900,
  }
  const core = await openCore({ ...options, rootUrl: 'http://localhost:9991' }, pino({ level: 'silent' }), {
    handOver: async () => undefined,
  })
  try {
    await countUsage(core)
  } finally {
    await core.close()
  }
}
