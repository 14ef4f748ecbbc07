import type { EntityManager } from '@mikro-orm/postgresql'
import type { Columns } from '../../platform/db/statements/row.ts'
import { type Sql, statement } from '../../platform/db/statements/statement.ts'
import type { MailLock } from './delivery.ts'
import { Mailbox } from './entities.ts'
import type { Mail, MailAddress } from './mail.ts'

/** The number of mails in the mailbox. Storing a further mail deletes the oldest. */
const KEPT = 500

const KEEP = statement(
  'mailbox.keep',
  `WITH delivered AS (
     UPDATE mail_delivery SET delivered_at = clock_timestamp(), held_by = NULL, held_until = NULL
     WHERE outbox_id = $1 AND held_by = $2 AND delivered_at IS NULL RETURNING outbox_id
   ), done AS (
     DELETE FROM job_outbox WHERE id IN (SELECT outbox_id FROM delivered)
   ), dropped AS (
     DELETE FROM mailbox WHERE id <= (SELECT id FROM mailbox ORDER BY id DESC OFFSET ${KEPT - 1} LIMIT 1)
   )
   INSERT INTO mailbox (sender, recipient, subject, headers, html, text)
   SELECT $3, $4, $5, $6, $7, $8 FROM delivered`,
)
/** A mail in the list of the mailbox. `sender` and `recipient` are `Name <address>`. */
export type KeptMail = Columns<typeof Mailbox, 'id' | 'sender' | 'recipient' | 'subject'> & {
  /** ISO 8601, in UTC, to the second. */
  readonly keptAt: string
}

/** A mail of the mailbox with its content. */
export type FullMail = KeptMail & Columns<typeof Mailbox, 'headers' | 'html' | 'text'>

/** Stores a mail once instead of sending it, and ends its job. The newest 500 mails are kept. */
export async function keepMail(sql: Sql, lock: MailLock, mail: Mail): Promise<void> {
  const headers = { 'Message-ID': mail.messageId, ...mail.headers }
  await sql.run(KEEP, [
    lock.outboxId,
    lock.by,
    formatAddress(mail.from),
    formatAddress(mail.to),
    mail.subject,
    JSON.stringify(mail.replyTo === undefined ? headers : { 'Reply-To': mail.replyTo, ...headers }),
    mail.html,
    mail.text,
  ])
}

/** Returns the mails of the mailbox, the newest first. */
export async function listMails(em: EntityManager): Promise<KeptMail[]> {
  const mails = await em.find(
    Mailbox,
    {},
    { orderBy: { id: 'desc' }, limit: KEPT, exclude: ['headers', 'html', 'text'] },
  )
  return mails.map(({ id, keptAt, sender, recipient, subject }) => ({
    ...{ id, sender, recipient, subject },
    keptAt: toSecond(keptAt),
  }))
}

/** Returns a mail with its content; undefined when the mailbox does not have it. */
export async function readMail(em: EntityManager, id: number): Promise<FullMail | undefined> {
  const mail = await em.findOne(Mailbox, { id })
  if (mail === null) return undefined
  const { keptAt, sender, recipient, subject, headers, html, text } = mail
  return { id, keptAt: toSecond(keptAt), sender, recipient, subject, headers, html, text }
}

/** ISO 8601, in UTC, to the second. */
const toSecond = (time: Date): string => `${time.toISOString().slice(0, 19)}Z`

const formatAddress = ({ name, address }: MailAddress): string =>
  name === '' ? address : `${name} <${address}>`
