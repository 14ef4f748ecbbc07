import { type Sql, statement } from '../../platform/db/statements/statement.ts'

// A statement, because the index is on an expression.
const COUNT = statement(
  'user.count-of-address',
  // user_account_address
  `SELECT count(*)::int AS count FROM user_account WHERE lower(delivery_email) = lower($1) AND is_active AND NOT is_bot`,
)

/** The number of organizations of this server in which a person has this address. */
export async function accountsOfAddress(sql: Sql, address: string): Promise<number> {
  return (await sql.run<{ readonly count: number }>(COUNT, [address]))[0]!.count
}
