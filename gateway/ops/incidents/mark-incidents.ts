import { createHash } from 'node:crypto'
import type { Incident } from '../../../core/platform/incidents/incident.ts'
import type { RedisClient } from '../../../core/platform/redis/redis-connection.ts'
import { addMark, SERIES_PREFIX } from '../../../core/platform/series/rings.ts'

/** An incident that comes back within this time is the same one, with one mark. */
const SAME_SECONDS = 900

/**
 * Marks the incidents in the plots, each once, whichever gateways see it. What they explain has no mark.
 * Never rejects.
 */
export async function markIncidents(redis: RedisClient, incidents: readonly Incident[]): Promise<void> {
  for (const { sentence, since } of incidents) {
    const hash = createHash('sha256').update(sentence).digest('base64url').slice(0, 16)
    const key = `${SERIES_PREFIX}:incident:${hash}`
    try {
      const isNew = (await redis.set(key, '1', 'EX', SAME_SECONDS, 'NX')) !== null
      if (isNew) await addMark(redis, { at: since, kind: 'incident', text: sentence })
      else await redis.expire(key, SAME_SECONDS)
    } catch {
      return // Redis is away; the next look tries again
    }
  }
}
