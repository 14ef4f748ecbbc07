import { createHash } from 'node:crypto'
import type { Incident } from '../../../core/platform/incidents/incident.ts'
import type { RedisClient } from '../../../core/platform/redis/redis-connection.ts'
import { addMark, marksSeen, type SeenMark, seeMarks } from '../../../core/platform/series/marks.ts'
import { SERIES_PREFIX } from '../../../core/platform/series/prefix.ts'
import { isMomentOver } from './moment.ts'

/** An incident that is seen again within this time has not been away. */
const SAME_MS = 60_000
/** An incident that comes back within this time has the same mark, with the number of times. */
const SAME_MARK_MS = 3_600_000
/** Only one gateway adds the mark of an incident that several see at the same time. */
const TURN_SECONDS = 10

/**
 * Marks the incidents in the plots and in the log of incidents, whichever gateways see them. Each mark knows
 * when its incident was seen last, and how often it came. What an incident explains has no mark of its own;
 * a mark that it has already goes on. Never rejects.
 */
export async function markIncidents(redis: RedisClient, incidents: readonly Incident[]): Promise<void> {
  if (incidents.length === 0) return
  try {
    const now = Date.now()
    const newest = newestById(await marksSeen(redis))
    const seen = new Map<string, SeenMark>()
    const see = (incident: Incident, id: string, isBack: boolean) => {
      const { name, subject, reason, severity } = incident
      const lastAt = isMomentOver(incident, now) ? incident.lastAt : now
      seen.set(id, { id, lastAt, isBack, name, subject, reason, severity })
    }
    for (const incident of incidents) {
      const hash = markKey(incident)
      const former = newest.get(hash)
      if (former !== undefined && isMomentOver(incident, now) && former.lastAt >= incident.lastAt) continue
      if (former !== undefined && now - former.lastAt <= SAME_MS) {
        see(incident, former.id, false)
        continue
      }
      const turn = await redis.set(`${SERIES_PREFIX}:incident:${hash}`, '1', 'EX', TURN_SECONDS, 'NX')
      if (turn === null) continue
      if (former !== undefined && now - former.lastAt <= SAME_MARK_MS) {
        see(incident, former.id, true)
        continue
      }
      // The fault may be older than its former end: a failed job, for example, is shown for a day.
      const at = Math.max(incident.since, former?.lastAt ?? 0)
      const id = `${at} ${hash}`
      const { sentence, severity } = incident
      await addMark(redis, { at, kind: 'incident', text: sentence, severity, id })
      see(incident, id, false)
    }
    for (const effect of incidents.flatMap(({ effects = [] }) => effects)) {
      const former = newest.get(markKey(effect))
      if (former !== undefined && now - former.lastAt <= SAME_MS) see(effect, former.id, false)
    }
    await seeMarks(redis, [...seen.values()])
  } catch {
    // Redis is away; the next look tries again
  }
}

/** Names an incident in all of its marks. A process that crashes again and again is one. */
export const markKey = ({ name, subject }: Pick<Incident, 'name' | 'subject'>): string =>
  createHash('sha256')
    .update(`${name} ${subject.replace(/process number \d+/, 'process')}`)
    .digest('base64url')
    .slice(0, 16)

/** The part of a mark's id that names its incident. */
export const keyOfMark = (id: string): string => id.slice(id.indexOf(' ') + 1)

function newestById(seen: ReadonlyMap<string, number>) {
  const newest = new Map<string, { readonly id: string; readonly lastAt: number }>()
  for (const [id, lastAt] of seen) {
    const hash = keyOfMark(id)
    if (lastAt >= (newest.get(hash)?.lastAt ?? 0)) newest.set(hash, { id, lastAt })
  }
  return newest
}
