import { randomUUID } from 'node:crypto'
import type { Database } from '../../platform/db/database.ts'
import { type Sql, statement } from '../../platform/db/statements/statement.ts'

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
const RENEW_LOCK = statement(
  'mail.renew-lock',
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
  // mail_delivery_attempted
  'DELETE FROM mail_delivery WHERE attempted_at < now() - make_interval(days => $1)',
)

/** An attempt that has not renewed its lock for this long counts as dead. */
export const LOCK_SECONDS = 30
/** Records of mails are kept for this long, which is longer than a failed job can be retried. */
const RETENTION_DAYS = 8

/** The state of the delivery of a mail. */
interface DeliveryState {
  readonly isDelivered: boolean
  readonly isHeld: boolean
}

/** The lock of one attempt to deliver the mail of a job. */
export interface MailLock {
  readonly outboxId: number
  readonly by: string
  /** Whether the process of an earlier attempt died, so that the mail may have been delivered. */
  readonly isInDoubt: boolean
}

/** Another attempt to deliver the mail is running. */
export class MailIsLocked extends Error {}

/**
 * Locks the mail of a job for one attempt. Undefined when the mail was delivered; throws `MailIsLocked` while
 * another attempt runs.
 */
export async function lockMail(
  db: Database,
  outboxId: number,
  lockSeconds = LOCK_SECONDS,
): Promise<MailLock | undefined> {
  const by = randomUUID()
  const [before] = await db.run<DeliveryState>(STATE, [outboxId])
  if (before?.isDelivered) return undefined
  const taken = await db.run(TAKE, [outboxId, by, lockSeconds])
  if (taken.length > 0) return { outboxId, by, isInDoubt: before?.isHeld ?? false }
  const [now] = await db.run<DeliveryState>(STATE, [outboxId])
  if (now?.isDelivered) return undefined
  throw new MailIsLocked('another worker is sending this mail')
}

/** Renews the lock of a running attempt. */
export async function renewMailLock(sql: Sql, lock: MailLock, lockSeconds = LOCK_SECONDS): Promise<void> {
  await sql.run(RENEW_LOCK, [lock.outboxId, lock.by, lockSeconds])
}

/** Releases the lock after an attempt that failed, so that the next can start at once. */
export async function releaseMailLock(sql: Sql, lock: MailLock): Promise<void> {
  await sql.run(RELEASE, [lock.outboxId, lock.by])
}

/** Marks a mail as delivered and ends its job, in one statement: the mail is never sent again. */
export async function markDelivered(sql: Sql, outboxId: number): Promise<void> {
  await sql.run(DELIVERED, [outboxId])
}

/** Deletes records of mails whose jobs can no longer be retried. */
export async function forgetMails(sql: Sql): Promise<void> {
  await sql.run(FORGET, [RETENTION_DAYS])
}
