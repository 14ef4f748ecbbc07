import type { Columns } from '../../platform/db/row.ts'
import { statement } from '../../platform/db/statement.ts'
import type { Message } from '../messages/entities.ts'
import type { MessageFlag } from './entities.ts'

/** A flag of a user that was changed, with the id of the message. */
export type Changed = Columns<typeof MessageFlag, 'userId'> & Columns<typeof Message, 'id'>

/**
 * Sets bit $3 for pairs of users ($1) and messages ($2); each pair occurs once. Returns the pairs that did not have it.
 * Indexes: message_pkey, message_flag_pkey.
 */
export const SET_BIT = statement(
  'reads.set-bit',
  `WITH changed AS MATERIALIZED (
     SELECT w.user_id, m.id FROM unnest($1::int[], $2::int8[]) AS w (user_id, message_id)
     JOIN message m ON m.id = w.message_id
     LEFT JOIN message_flag f ON f.user_id = w.user_id AND f.message_id = m.id
     WHERE coalesce(f.bits, 0) & $3::int2 = 0
   ), written AS (
     INSERT INTO message_flag (user_id, message_id, bits) SELECT user_id, id, $3 FROM changed
     ON CONFLICT (user_id, message_id) DO UPDATE SET bits = message_flag.bits | $3
   )
   SELECT user_id AS "userId", id FROM changed ORDER BY id`,
)

/** Clears bit $3, like `SET_BIT`. Deletes rows that become empty. */
export const CLEAR_BIT = statement(
  'reads.clear-bit',
  `WITH changed AS MATERIALIZED (
     SELECT f.user_id, f.message_id AS id, f.bits & ~$3::int2 AS bits
     FROM unnest($1::int[], $2::int8[]) AS w (user_id, message_id)
     JOIN message_flag f USING (user_id, message_id) WHERE f.bits & $3::int2 <> 0
   ), stripped AS (
     UPDATE message_flag f SET bits = c.bits FROM changed c
     WHERE f.user_id = c.user_id AND f.message_id = c.id AND c.bits <> 0
   ), deleted AS (
     DELETE FROM message_flag f USING changed c
     WHERE f.user_id = c.user_id AND f.message_id = c.id AND c.bits = 0
   )
   SELECT user_id AS "userId", id FROM changed ORDER BY id`,
)
