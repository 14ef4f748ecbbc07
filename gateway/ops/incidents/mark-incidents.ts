import { createHash } from 'node:crypto'
import type { Incident } from '../../../core/platform/incidents/incident.ts'
import type { RedisClient } from '../../../core/platform/redis/redis-connection.ts'
import { addMark, marksSeen, SERIES_PREFIX, seeMarks } from '../../../core/platform/series/rings.ts'

/** An incident that comes back within this time is the same one, with one mark. */
const SAME_MS = 60_000
/** Only one gateway adds the mark of an incident that several see at the same time. */
const TURN_SECONDS = 10

/**
 * Marks the incidents in the plots, whichever gateways see them: each time that one comes is a mark of its
 * own, which knows when the incident was seen last. What they explain has no mark. Never rejects.
 */
export async function markIncidents(redis: RedisClient, incidents: readonly Incident[]): Promise<void> {
  if (incidents.length === 0) return
  try {
    const now = Date.now()
    const newest = new Map<string, { readonly id: string; readonly lastAt: number }>()
    for (const [id, lastAt] of await marksSeen(redis)) {
      const hash = id.slice(id.indexOf(' ') + 1)
      if (lastAt >= (newest.get(hash)?.lastAt ?? 0)) newest.set(hash, { id, lastAt })
    }
    const seen: string[] = []
    for (const { name, subject, severity, sentence, since } of incidents) {
      const hash = createHash('sha256').update(`${name} ${subject}`).digest('base64url').slice(0, 16)
      const former = newest.get(hash)
      if (former !== undefined && now - former.lastAt <= SAME_MS) {
        seen.push(former.id)
        continue
      }
      const turn = await redis.set(`${SERIES_PREFIX}:incident:${hash}`, '1', 'EX', TURN_SECONDS, 'NX')
      if (turn === null) continue
      // The fault may be older than its former end: a failed job, for example, is shown for a day.
      const at = Math.max(since, former?.lastAt ?? 0)
      const id = `${at} ${hash}`
      await addMark(redis, { at, kind: 'incident', text: sentence, severity, id })
      seen.push(id)
    }
    await seeMarks(redis, seen, now)
  } catch {
    // Redis is away; the next look tries again
  }
}
