import pg from 'pg'
import { pino } from 'pino'
import { createDemonstrationOrganization } from '../../core/demonstration/organization.ts'
import { openCore } from '../../core/open-core.ts'
import { STEPS } from '../../core/people/onboarding/steps.ts'

export const TEMPLATE = 'loquat_template'
export const TEST_SECRET = 'a secret that only the tests know of'
export const TEST_ROOT_URL = 'http://localhost:9991'

/** Ids of the demonstration organization and of its users and channels by name ("hamlet", "Verona"). */
export interface Organization {
  readonly realmId: number
  readonly users: Readonly<Record<string, number>>
  readonly channels: Readonly<Record<string, number>>
}

/** The demonstration's people know the web client, so that its tour does not stand in the way of tests. */
const HAVE_SEEN_ALL_HINTS = `INSERT INTO onboarding_step_seen (user_id, step)
  SELECT id, step FROM user_account, unnest(ARRAY['${STEPS.join("','")}']) step WHERE NOT is_bot`

/** The address of another database of the cluster. */
export function databaseUrl(clusterUrl: string, database: string): string {
  const url = new URL(clusterUrl)
  url.pathname = `/${database}`
  return url.href
}

/** Creates the database that every test file clones. */
export async function buildTemplate(
  clusterUrl: string,
  redisUrl: string,
  migrate: (url: string) => Promise<unknown>,
): Promise<Organization> {
  await administer(clusterUrl, `CREATE DATABASE ${TEMPLATE}`)
  const url = databaseUrl(clusterUrl, TEMPLATE)
  await migrate(url)
  const core = await openCore(
    {
      databaseUrl: url,
      databasePoolSize: 4,
      redisUrl,
      secretKey: TEST_SECRET,
      rootUrl: TEST_ROOT_URL,
      eventLogRetentionSeconds: 900,
    },
    pino({ level: 'silent' }),
    { handOver: async () => undefined },
  )
  try {
    const organization = await createDemonstrationOrganization(core)
    await administer(url, HAVE_SEEN_ALL_HINTS)
    return organization
  } finally {
    await core.close()
    await core.redis.quit().catch(() => undefined)
  }
}

/** Runs one statement on the database that `clusterUrl` names. */
export async function administer(clusterUrl: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: clusterUrl })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
