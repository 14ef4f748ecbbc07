import { vectorOf } from '../search/conditions.ts'
import { conditionOf, type Quest } from './quest.ts'
import { orderOf } from './ranges.ts'

/** Ids that share a word of `message_vector`, as a power of two. */
const BUCKET = 12
/**
 * Buckets that are looked through together, counted from the place: first one, then as many more as there were
 * before. Beyond these everything else at once: where so little was found among so many there is little more.
 */
const WINDOWS = [0, 1, 2, 4, 8, 16, 32, 64, 128, 256, 512]

/**
 * A query for the nearest messages, on one side of a place, whose vector meets `words` (SQL of a tsquery; null
 * when nothing does): by message_words, which intersects words, conversations, channels and senders. It looks at
 * windows of ids that grow with the distance, each only when those before it had too little, so what is looked
 * at is in proportion to what is found, however much else has the same words.
 */
export function inWindows(quest: Quest, words: string): string {
  const { realm, parameters, side } = quest
  const order = orderOf(side)
  const isBefore = side.direction === 'before'
  const own = parameters.add(realm.record.id)
  const [nearest, away, sign] = isBefore ? ['least', '-', 'DESC'] : ['greatest', '+', 'ASC']
  const values = WINDOWS.map(
    (from, n) => `(${n}, ${from}, ${n + 1 < WINDOWS.length ? WINDOWS[n + 1]! - 1 : 'NULL'})`,
  )
  const [first, last] = isBefore
    ? ['e.bucket - w.last', 'e.bucket - w.first']
    : ['e.bucket + w.first', 'e.bucket + w.last']
  return `(WITH edge AS MATERIALIZED (
      SELECT ${nearest}(${side.at} ${away} 1, coalesce((SELECT id FROM message WHERE realm_id = ${own}::int
        ORDER BY realm_id ${sign}, id ${sign} LIMIT 1), 0)) >> ${BUCKET} AS bucket
    ), looked AS MATERIALIZED (
      SELECT w.n, w.first, w.last, e.bucket, s.words FROM edge e CROSS JOIN (SELECT ${words} AS words) s
      CROSS JOIN (VALUES ${values.join(', ')}) AS w (n, first, last) ORDER BY w.n
    )
    SELECT found.id FROM looked w CROSS JOIN LATERAL (
      SELECT CASE WHEN w.last IS NULL THEN w.words ELSE w.words && coalesce((
        SELECT string_agg('B' || ${own}::int || 'x' || b, ' | ')::tsquery
        FROM generate_series(${first.replace('e.', 'w.')}, ${last.replace('e.', 'w.')}) b WHERE b >= 0), 'Z'::tsquery) END AS words
    ) q CROSS JOIN LATERAL (
      SELECT m.id FROM (SELECT * FROM message m WHERE ${vectorOf('m')} @@ q.words OFFSET 0) m
      WHERE ${isOnSide(quest)} AND (w.last IS NOT NULL OR abs((m.id >> ${BUCKET}) - w.bucket) >= w.first)
        AND m.realm_id = ${own}::int AND ${conditionOf(quest)}
      ORDER BY m.id ${order} LIMIT ${side.limit}
    ) found LIMIT ${side.limit})`
}

const isOnSide = ({ side }: Quest) => `m.id ${side.direction === 'before' ? '<' : '>'} ${side.at}`
