import { randomUUID } from 'node:crypto'
import type { Database } from '../../platform/db/database.ts'
import { type Sql, statement } from '../../platform/db/statement.ts'

const TAKE = statement(
  'mail.take',
  `INSERT INTO mail_delivery AS d (outbox_id, held_by, held_until)
   VALUES ($1, $2, clock_timestamp() + make_interval(secs => $3))
   ON CONFLICT (outbox_id) DO UPDATE
     SET held_by = excluded.held_by, held_until = excluded.held_until, attempted_at = clock_timestamp()
     WHERE d.delivered_at IS NULL AND (d.held_until IS NULL OR d.held_until < clock_timestamp())
   RETURNING outbox_id`,
)
const STATE = statement(
  'mail.state',
  `SELECT delivered_at IS NOT NULL AS "isDelivered", held_until IS NOT NULL AS "isHeld"
   FROM mail_delivery WHERE outbox_id = $1`, // mail_delivery_pkey
)
const HOLD = statement(
  'mail.hold',
  `UPDATE mail_delivery SET held_until = clock_timestamp() + make_interval(secs => $3)
   WHERE outbox_id = $1 AND held_by = $2`,
)
const RELEASE = statement(
  'mail.release',
  'UPDATE mail_delivery SET held_by = NULL, held_until = NULL WHERE outbox_id = $1 AND held_by = $2',
)
const DELIVERED = statement(
  'mail.delivered',
  `WITH done AS (DELETE FROM job_outbox WHERE id = $1)
   UPDATE mail_delivery SET delivered_at = clock_timestamp(), held_by = NULL, held_until = NULL
   WHERE outbox_id = $1`,
)
const FORGET = statement(
  'mail.forget',
  'DELETE FROM mail_delivery WHERE attempted_at < now() - make_interval(days => $1)', // mail_delivery_attempted
)

/** How long an attempt is believed to go on after it was last heard of. */
export const HELD_SECONDS = 30
/** Longer than a failed job can be asked for again. */
const REMEMBERED_DAYS = 8

/** One attempt to deliver the mail of a job; nobody else tries meanwhile. */
export interface Holding {
  readonly outboxId: number
  readonly by: string
  /** The attempt before ended without saying how: its process died. The mail may have been delivered. */
  readonly isInDoubt: boolean
}

/** Another worker is at it. */
export class MailIsHeld extends Error {}

/**
 * Takes the mail of a job for one attempt. Undefined when it has been delivered; throws `MailIsHeld` while another
 * attempt goes on.
 */
export async function takeMail(
  db: Database,
  outboxId: number,
  heldSeconds = HELD_SECONDS,
): Promise<Holding | undefined> {
  const by = randomUUID()
  const [before] = await db.run<{ isDelivered: boolean; isHeld: boolean }>(STATE, [outboxId])
  if (before?.isDelivered) return undefined
  const taken = await db.run(TAKE, [outboxId, by, heldSeconds])
  if (taken.length > 0) return { outboxId, by, isInDoubt: before?.isHeld ?? false }
  const [now] = await db.run<{ isDelivered: boolean }>(STATE, [outboxId])
  if (now?.isDelivered) return undefined
  throw new MailIsHeld('another worker is sending this mail')
}

/** Says that the attempt goes on. */
export async function holdMail(sql: Sql, holding: Holding, heldSeconds = HELD_SECONDS): Promise<void> {
  await sql.run(HOLD, [holding.outboxId, holding.by, heldSeconds])
}

/** Ends an attempt that did not succeed, so that the next may come at once. */
export async function releaseMail(sql: Sql, holding: Holding): Promise<void> {
  await sql.run(RELEASE, [holding.outboxId, holding.by])
}

/** Notes that a mail was delivered, in the statement that ends its job: from now on it is never sent again. */
export async function mailDelivered(sql: Sql, outboxId: number): Promise<void> {
  await sql.run(DELIVERED, [outboxId])
}

/** Forgets mails so old that nothing can ask for them any more. */
export async function forgetMails(sql: Sql): Promise<void> {
  await sql.run(FORGET, [REMEMBERED_DAYS])
}
