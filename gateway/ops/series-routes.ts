import type { RedisClient } from '../../core/platform/redis/redis-connection.ts'
import { type Moments, RINGS, type Ring, read } from '../../core/platform/series/rings.ts'
import { redisDoesNotAnswer, wrongRing } from './errors.ts'
import type { OperatorPage } from './operator-pages.ts'
import { withDeadline } from './with-deadline.ts'

/** Pages that refresh themselves share moments of this age. */
const FRESH_MS = 2_000

/**
 * `/ops/series?ring=hour`: the moments of the plots. `after`: only moments that began after this time, in
 * Unix milliseconds.
 */
export function seriesRoutes(core: {
  readonly redis: RedisClient
  readonly isRedisAvailable: boolean
}): OperatorPage[] {
  const latest = new Map<Ring, { readonly at: number; readonly moments: Promise<Moments> }>()
  const momentsOf = (ring: Ring): Promise<Moments> => {
    const known = latest.get(ring)
    if (known !== undefined && Date.now() - known.at < FRESH_MS) return known.moments
    const moments = withDeadline(read(core.redis, ring))
    moments.catch(() => latest.delete(ring))
    latest.set(ring, { at: Date.now(), moments })
    return moments
  }
  return [
    {
      method: 'GET',
      pattern: '/ops/series',
      handle: async ({ query }) => {
        const name = query.get('ring') ?? 'hour'
        if (!Object.hasOwn(RINGS, name)) throw wrongRing()
        if (!core.isRedisAvailable) throw redisDoesNotAnswer()
        const after = Number(query.get('after') ?? 0) || 0
        const { moments, ...rest } = await momentsOf(RINGS[name as keyof typeof RINGS])
        return {
          status: '200 OK',
          headers: [['Content-Type', 'application/json']],
          body: JSON.stringify({ ...rest, moments: moments.filter(([at]) => at > after) }),
          compressible: true,
        }
      },
    },
  ]
}
