import type { Database } from '../../../core/platform/db/database.ts'
import { statement } from '../../../core/platform/db/statements/statement.ts'
import type { ProcessReport } from '../../../core/platform/processes/report.ts'
import { OTHERS, RESOURCES, type Resource } from '../../../core/platform/processes/usage.ts'

/** The resources by which organizations are compared. Processes count some; others follow from the counts. */
export const COSTS = ['processor', ...RESOURCES, 'storage'] as const
export type Cost = (typeof COSTS)[number]

/** Organizations that are shown for each cost. */
export const SHOWN = 20

/** The costs of one organization in the last minute, over all processes. */
export interface OrganizationCosts {
  readonly realm: number
  readonly name: string
  /** Requests that it may make in a minute; null without a limit of its own. */
  readonly limit: number | null
  /** `processor` in seconds of a minute, estimated; `storage` in bytes of uploaded files. */
  readonly costs: Readonly<Record<Cost, number>>
}

const NAMES = statement(
  'ops.organizations',
  `SELECT r.id, r.name, r.max_requests_per_minute AS "limit", coalesce(u.used_bytes, 0)::float8 AS bytes
   FROM realm r LEFT JOIN upload_space u ON u.realm_id = r.id -- realm_pkey, upload_space_pkey
   WHERE r.id = ANY($1::int8[])`,
)
// A table of one small row for each organization.
const LARGEST = statement(
  'ops.largest-storage',
  'SELECT realm_id AS id FROM upload_space ORDER BY used_bytes DESC LIMIT $1',
)
const LIMITED = statement(
  'ops.limited-organizations',
  'SELECT id FROM realm WHERE max_requests_per_minute IS NOT NULL ORDER BY id LIMIT $1',
)

/**
 * The processor time of a request and of a job in delivered events, for the estimate: a request
 * for a message takes about twenty times as long as the delivery of one event to one client.
 */
const WEIGHTS: Readonly<Record<Resource, number>> = {
  requests: 20,
  sends: 20,
  deliveries: 1,
  writes: 10,
  jobs: 10,
}
/** The most for a weight of 1, so that an idle process does not count for its only user. */
const MOST_SECONDS = 0.001

/**
 * The costs of the organizations that cost most of anything, with two queries. A process does not know the
 * processor time of each organization, so its time is divided by the work for each.
 */
export async function organizationCosts(
  db: Database,
  processes: readonly ProcessReport[],
): Promise<OrganizationCosts[]> {
  const [largest, limited] = await Promise.all([
    db.run<{ id: number }>(LARGEST, [SHOWN]),
    db.run<{ id: number }>(LIMITED, [SHOWN]),
  ])
  const costs = new Map<number, Record<Cost, number>>()
  const costsOf = (realm: number) => {
    const known =
      costs.get(realm) ?? (Object.fromEntries(COSTS.map((cost) => [cost, 0])) as Record<Cost, number>)
    costs.set(realm, known)
    return known
  }
  for (const { id } of [...largest, ...limited]) costsOf(id)
  for (const { usage = [], cpuShare = 0 } of processes) {
    const weights = usage.map(([, ...counts]) =>
      RESOURCES.reduce((sum, resource, index) => sum + WEIGHTS[resource] * counts[index]!, 0),
    )
    const all = weights.reduce((sum, weight) => sum + weight, 0)
    for (const [index, [realm, ...counts]] of usage.entries()) {
      if (realm === OTHERS) continue
      const known = costsOf(realm)
      for (const [at, resource] of RESOURCES.entries()) known[resource] += counts[at]!
      if (all > 0)
        known.processor += Math.min((60 * cpuShare * weights[index]!) / all, MOST_SECONDS * weights[index]!)
    }
  }
  const rows = await db.run<{ id: number; name: string; limit: number | null; bytes: number }>(NAMES, [
    [...costs.keys()],
  ])
  return rows.map(({ id, name, limit, bytes }) => ({
    realm: id,
    name,
    limit,
    costs: { ...costsOf(id), storage: bytes },
  }))
}
