import type { Database } from '../../platform/db/database.ts'
import { type Statement, statement } from '../../platform/db/statements/statement.ts'

const BATCH = 1_000

const FORGET: Statement = statement(
  'audit.forget',
  // audit_entry_time
  `DELETE FROM audit_entry WHERE id = ANY (ARRAY(
     SELECT id FROM audit_entry WHERE time < now() - make_interval(days => $1) ORDER BY time LIMIT ${BATCH}))
   RETURNING 1`,
)

/** Deletes the entries of the audit log that are older than `days`. Resolves to their number. */
export async function forgetAudit(db: Database, days: number): Promise<number> {
  for (let forgotten = 0; ; ) {
    const { length } = await db.run(FORGET, [days])
    forgotten += length
    if (length < BATCH) return forgotten
  }
}
