import pg from 'pg'
import type { UserId } from '../../core/platform/ids.ts'
import type { Stack } from './stack.ts'

/** Adds people by SQL, before the gateway loads the organization. Returns their Authorization headers. */
export async function addPeople(stack: Stack, count: number): Promise<string[]> {
  const client = new pg.Client({ connectionString: stack.databaseUrl })
  await client.connect()
  const { rows } = await client.query<{ id: UserId; email: string }>(
    `INSERT INTO user_account (realm_id, email, delivery_email, full_name, role)
     SELECT $1, 'p' || n || '@demo.test', 'p' || n || '@demo.test', 'Person ' || n, 400
     FROM generate_series(1, $2::int) AS n RETURNING id, email`,
    [stack.realm, count],
  )
  await client.end()
  return rows.map(({ id, email }) => stack.authorizationOf(id, email))
}
