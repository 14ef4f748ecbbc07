import { statement } from '../../platform/db/statements/statement.ts'
import type { UserId } from '../../platform/ids.ts'
import type { Tx } from '../../platform/transactions/transact.ts'

// An organization has the invitations of its last 30 days.
const MOVE_INVITATIONS = statement(
  'invitation.follow-address',
  `UPDATE invitation SET email = $3 WHERE realm_id = $1 AND lower(email) = lower($2) AND ended IS NOT NULL`,
)
const MOVE_REQUESTS = statement(
  'join-request.follow-address',
  // join_request_email
  `UPDATE join_request SET email = $3 WHERE realm_id = $1 AND lower(email) = lower($2) AND used_at IS NOT NULL`,
)
const NOTE_IN_AUDIT = statement(
  'invitation.note-person',
  // audit_entry_kind
  `UPDATE audit_entry SET new_value = (new_value::jsonb || jsonb_build_object('user_id', $3::int))::text
   WHERE realm_id = $1 AND kind = 'invitation' AND action = 'created' AND lower(object_name) = lower($2)
     AND new_value IS NOT NULL`,
)

/**
 * Notes which person the ended invitations and requests of a former address belong to, so that an erasure of
 * the person finds them. The audit log keeps the invited address, because the new one may be hidden from
 * administrators.
 */
export function followAddress(tx: Tx, user: UserId, former: string, email: string): void {
  tx.write(MOVE_INVITATIONS, [tx.realm, former, email])
  tx.write(MOVE_REQUESTS, [tx.realm, former, email])
  tx.write(NOTE_IN_AUDIT, [tx.realm, former, user])
}
