import type { Columns } from '../../platform/db/statements/row.ts'
import { statement } from '../../platform/db/statements/statement.ts'
import type { Message } from '../messages/entities.ts'
import type { MessageFlag } from '../reads/entities.ts'

/** A flag of a user that was changed, with the id of the message. */
export type Changed = Columns<typeof MessageFlag, 'userId'> & Columns<typeof Message, 'id'>

/**
 * Sets bits ($3) and clears bits ($4) for pairs of users ($1) and messages ($2). Returns the pairs that
 * changed. Deletes rows without bits. Each pair occurs once. The caller has locked the event log. Indexes:
 * message_pkey, message_flag_pkey.
 */
export const CHANGE_BITS = statement(
  'reads.change-bits',
  `WITH changed AS MATERIALIZED (
     SELECT w.user_id, m.id, (coalesce(f.bits, 0) & ~w.cleared) | w.added AS bits
     FROM unnest($1::int[], $2::int8[], $3::int2[], $4::int2[]) AS w (user_id, message_id, added, cleared)
     JOIN message m ON m.id = w.message_id
     LEFT JOIN message_flag f ON f.user_id = w.user_id AND f.message_id = m.id
     WHERE coalesce(f.bits, 0) <> ((coalesce(f.bits, 0) & ~w.cleared) | w.added)
   ), written AS (
     INSERT INTO message_flag (user_id, message_id, bits) SELECT user_id, id, bits FROM changed WHERE bits <> 0
     ON CONFLICT (user_id, message_id) DO UPDATE SET bits = excluded.bits
   ), deleted AS (
     DELETE FROM message_flag f USING changed c
     WHERE f.user_id = c.user_id AND f.message_id = c.id AND c.bits = 0
   )
   SELECT user_id AS "userId", id FROM changed ORDER BY id`,
)
