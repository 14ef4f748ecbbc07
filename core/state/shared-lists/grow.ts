import { MAX_LIST_BYTES_PER_DAY, MAX_LIST_BYTES_PER_DAY_OF_ADMINISTRATORS } from '../../../config/limits.ts'
import { statement } from '../../platform/db/statements/statement.ts'
import { rateLimitHit } from '../../platform/errors.ts'
import type { UserId } from '../../platform/ids.ts'
import type { Tx } from '../../platform/transactions/transact.ts'
import type { RealmView } from '../realm/view.ts'
import { isAdministrator } from '../users/record.ts'
import { listTooLarge } from './errors.ts'
import { SHARED_LISTS, type SharedList } from './lists.ts'

/** A change of a list. */
export interface Growth {
  /** New entries. */
  readonly items: number
  /** Bytes by which the list becomes longer; negative when it becomes shorter. */
  readonly bytes: number
  /** Bytes of the list after the change. */
  readonly total: number
}

const sizes = new WeakMap<object, number>()

/** The bytes of an entry as JSON. Remembers them, because records of memory never change. */
export function sizeOf(entry: object): number {
  let size = sizes.get(entry)
  if (size === undefined) {
    size = Buffer.byteLength(JSON.stringify(entry))
    sizes.set(entry, size)
  }
  return size
}

const sum = (entries: Iterable<object>): number => {
  let total = 0
  for (const entry of entries) total += sizeOf(entry)
  return total
}

/** The change of a list that gets entries, some of which replace others. */
export function growthBy(
  before: Iterable<object>,
  added: readonly object[],
  replaced: readonly object[] = [],
): Growth {
  const bytes = sum(added) - sum(replaced)
  return {
    items: added.length - replaced.length,
    bytes,
    // Only a list that grows is added up.
    get total() {
      return sum(before) + bytes
    },
  }
}

const TODAY = "(now() AT TIME ZONE 'UTC')::date"

/** Adds to the counts of user $1 and list $2. Returns today's counts; the bytes are of all lists. */
const GROW = statement(
  'list-growth.grow',
  // list_growth_pkey
  `WITH grown AS (
     INSERT INTO list_growth AS known (user_id, list, day, items, bytes) VALUES ($1, $2, ${TODAY}, $3, $4)
     ON CONFLICT (user_id, list) DO UPDATE SET day = excluded.day,
       items = excluded.items + CASE WHEN known.day = excluded.day THEN known.items ELSE 0 END,
       bytes = excluded.bytes + CASE WHEN known.day = excluded.day THEN known.bytes ELSE 0 END
     RETURNING items, bytes
   )
   SELECT items, (bytes + coalesce((
       SELECT sum(bytes) FROM list_growth WHERE user_id = $1 AND list <> $2 AND day = ${TODAY}), 0))::int8 AS bytes,
     ceil(extract(epoch FROM (${TODAY} + 1) - now() AT TIME ZONE 'UTC'))::int AS "secondsLeft"
   FROM grown`,
)

interface Grown {
  readonly items: number
  readonly bytes: number
  readonly secondsLeft: number
}

/**
 * Counts a user's additions to a list that everybody's register response contains, for the owner if the
 * user is a bot. The caller has locked the organization, and undoes its change when this throws: so changes
 * at the same time cannot exceed a limit together. Throws `listTooLarge`, and RATE_LIMIT_HIT until the next
 * day (UTC) for an addition beyond the person's entries of the list, or bytes of all lists, for one day. What
 * operators and imports add is not counted.
 */
export async function growList(
  tx: Tx,
  realm: RealmView,
  by: UserId,
  list: SharedList,
  growth: Growth,
): Promise<void> {
  const { items, bytes } = growth
  if (items <= 0 && bytes <= 0) return
  const bounds = SHARED_LISTS[list]
  if (growth.total > bounds.bytes) throw listTooLarge(list)
  const user = realm.users.get(by)
  const person = (user?.botOwnerId && realm.users.get(user.botOwnerId)) || user
  const counts = [person?.id ?? by, list, Math.max(0, items), Math.max(0, bytes)]
  const [row] = await tx.run<Grown>(GROW, counts)
  const grown = row!
  const isTrusted = person !== undefined && isAdministrator(person)
  const perDay = isTrusted ? bounds.perDayOfAdministrators : bounds.perDay
  const bytesPerDay = isTrusted ? MAX_LIST_BYTES_PER_DAY_OF_ADMINISTRATORS : MAX_LIST_BYTES_PER_DAY
  const isOver = (items > 0 && grown.items > perDay) || (bytes > 0 && grown.bytes > bytesPerDay)
  if (isOver) throw rateLimitHit(grown.secondsLeft)
}
