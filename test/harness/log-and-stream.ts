import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'vitest'
import { streamKeys } from '../../core/platform/events/log.ts'
import type { RealmId } from '../../core/platform/ids.ts'
import type { World } from './world.ts'

/** Positions of a realm's event log and of its stream. */
export interface LogAndStream {
  readonly head: number
  readonly log: readonly number[]
  readonly stream: readonly number[]
  /** Number of entries that wait until an earlier entry is appended. */
  readonly waiting: number
}

export async function logAndStream(world: World): Promise<LogAndStream> {
  const realm = world.organization.realmId
  const keys = streamKeys(realm as RealmId)
  const [head] = await world.sql<{ seq: number }>('SELECT seq::int FROM event_head WHERE realm_id = $1', [
    realm,
  ])
  const log = await world.sql<{ seq: number }>(
    'SELECT seq::int FROM event_log WHERE realm_id = $1 ORDER BY seq',
    [realm],
  )
  const stream = await world.redis.xrange(keys.stream, '-', '+')
  return {
    head: head!.seq,
    log: log.map((row) => row.seq),
    stream: stream.map(([id]) => Number.parseInt(id, 10)),
    waiting: await world.redis.hlen(keys.waiting),
  }
}

/**
 * Expects a log without a gap up to its head, and that the stream holds the same positions within
 * `timeoutMs`.
 */
export async function expectStreamToContinueLog(world: World, timeoutMs = 5_000): Promise<void> {
  const deadline = Date.now() + timeoutMs
  for (;;) {
    const { head, log, stream, waiting } = await logAndStream(world)
    expect(log.length).toBeGreaterThan(0)
    expect(log).toEqual(Array.from({ length: log.length }, (_, n) => head - log.length + 1 + n))
    // The stream may begin before the log, because Redis trims whole nodes.
    const same = stream.slice(-log.length).join() === log.join()
    if (same && waiting === 0) return
    if (Date.now() > deadline) expect({ stream, waiting }).toEqual({ stream: log, waiting: 0 })
    await sleep(20)
  }
}
