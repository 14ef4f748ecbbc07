import { type Statement, statement } from '../../platform/db/statements/statement.ts'
import type { Core } from '../../state/core.ts'

/** For this long an old link still shows its final state. */
const REMEMBERED_DAYS = 30
const BATCH = 1_000

// Statements, because a batch is limited by LIMIT.
const old = (name: string, table: string, key: string, date: string): Statement =>
  statement(
    `forget.${name}`,
    `DELETE FROM ${table} WHERE ${key} = ANY (ARRAY(
       SELECT ${key} FROM ${table} WHERE ${date} < now() - make_interval(days => ${REMEMBERED_DAYS}) LIMIT ${BATCH}))
     RETURNING 1`,
  )

const FORGET = [
  old('join-requests', 'join_request', 'id', 'expires_at'), // join_request_old
  old('invitations', 'invitation', 'id', 'coalesce(ended_at, expires_at)'), // invitation_old
  old('confirmations', 'confirmation', 'token_hash', 'expires_at'), // confirmation_old
]
// One row for each day and organization.
const FORGET_DAYS = statement(
  'forget.invitation-days',
  `DELETE FROM invitation_day WHERE day < (now() AT TIME ZONE 'UTC')::date`,
)

/**
 * Deletes invitations, requests to join and confirmations that were used, revoked or expired long ago; their
 * links are then unknown. Resolves to their number.
 */
export async function forgetOldLinks(core: Core): Promise<number> {
  let forgotten = 0
  for (const statement of FORGET) {
    for (;;) {
      const { length } = await core.db.run(statement)
      forgotten += length
      if (length < BATCH) break
    }
  }
  await core.db.run(FORGET_DAYS)
  return forgotten
}
