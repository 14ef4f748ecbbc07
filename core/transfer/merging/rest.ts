import { statement } from '../../platform/db/statements/statement.ts'
import type { Tx } from '../../platform/transactions/transact.ts'
import { emitChange } from '../../state/realm/changes.ts'
import { moveNames } from './names.ts'
import { moveOwnRows } from './own-rows.ts'
import type { Accounts } from './part.ts'
import type { TextChange } from './text-change.ts'

/**
 * The account that stays reads the channels of both. Of a channel to which both were subscribed, the open
 * span begins with the earlier one; what lies before it was received and is not unread.
 */
const SPANS = statement(
  'merge.spans',
  // subscription_span_pkey
  `WITH both_spans AS MATERIALIZED (
     SELECT channel_id, from_id, to_id FROM subscription_span WHERE user_id IN ($1, $2)
   ), open AS (
     SELECT channel_id, min(from_id) AS from_id FROM both_spans WHERE to_id IS NULL GROUP BY channel_id
   ), closed AS (
     SELECT c.channel_id, unnest(
       CASE WHEN o.from_id IS NULL THEN c.ranges ELSE c.ranges - int8multirange(int8range(o.from_id, NULL)) END) AS range
     FROM (SELECT channel_id, range_agg(int8range(from_id, to_id)) AS ranges FROM both_spans
       WHERE from_id < to_id GROUP BY channel_id) c
     LEFT JOIN open o USING (channel_id)
   )
   SELECT channel_id AS channel, from_id AS "from", NULL::int8 AS "to" FROM open
   UNION ALL SELECT channel_id, lower(range), upper(range) FROM closed`,
)
const DROP_SPANS = statement('merge.drop-spans', 'DELETE FROM subscription_span WHERE user_id IN ($1, $2)')
const ADD_SPANS = statement(
  'merge.add-spans',
  `INSERT INTO subscription_span (user_id, channel_id, from_id, to_id)
   SELECT $1::int, channel_id, from_id, to_id FROM unnest($2::int[], $3::int8[], $4::int8[]) AS s (channel_id, from_id, to_id)`,
)
/** The settings of a subscription that the account has itself stay. */
const SUBSCRIPTIONS = statement(
  'merge.subscriptions',
  // subscription_pkey
  `WITH active AS (
     UPDATE subscription own SET is_active = true FROM subscription other
     WHERE own.user_id = $1 AND other.user_id = $2 AND other.channel_id = own.channel_id AND other.is_active
   )
   UPDATE subscription s SET user_id = $1 WHERE s.user_id = $2
     AND NOT EXISTS (SELECT FROM subscription own WHERE own.user_id = $1 AND own.channel_id = s.channel_id)`,
)
const END_SUBSCRIPTIONS = statement('merge.end-subscriptions', 'DELETE FROM subscription WHERE user_id = $1')
const UNMUTE_ONESELF = statement(
  'merge.unmute-oneself',
  'DELETE FROM muted_user WHERE user_id = $1 AND muted_user_id = $1', // muted_user_pkey
)
const END_LOG_INS = statement(
  'merge.end-log-ins',
  `UPDATE user_account SET password_hash = NULL, has_authenticator = false, passkey_count = 0,
     can_create_users = false, can_change_user_emails = false WHERE id = $1`,
)

interface Span {
  readonly channel: number
  readonly from: number
  readonly to: number | null
}

/**
 * Moves everything that is left: subscriptions, and the rows of lists and settings. Then every process loads
 * the organization again.
 */
export async function moveRest(tx: Tx, accounts: Accounts, change: TextChange): Promise<void> {
  const { from, into } = accounts
  const both = [into.id, from.id]
  const spans = await tx.run<Span>(SPANS, both)
  await tx.run(DROP_SPANS, both)
  await tx.run(ADD_SPANS, [
    into.id,
    spans.map((span) => span.channel),
    spans.map((span) => span.from),
    spans.map((span) => span.to),
  ])
  await tx.run(SUBSCRIPTIONS, both)
  await tx.run(END_SUBSCRIPTIONS, [from.id])
  await moveOwnRows(tx, accounts)
  await tx.run(UNMUTE_ONESELF, [into.id])
  await moveNames(tx, accounts, change)
  await tx.run(END_LOG_INS, [from.id])
  emitChange(tx, { type: '_accounts_merged', from: from.id, into: into.id })
}
