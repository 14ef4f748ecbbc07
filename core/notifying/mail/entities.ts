import { defineEntity, p } from '@mikro-orm/core'
import { bigint } from '../../platform/db/statements/columns.ts'

export const MailDelivery = defineEntity({
  name: 'MailDelivery',
  tableName: 'mail_delivery',
  comment: 'What became of a mail, so that it is not sent twice. The row stays longer than the job.',
  properties: {
    outboxId: bigint().primary().autoincrement(false).comment("The job's row in job_outbox."),
    heldBy: p.uuid().nullable().comment('The attempt that sends the mail now; null between attempts.'),
    heldUntil: p.datetime().nullable().comment('When the attempt counts as dead unless it says otherwise.'),
    attemptedAt: p.datetime().defaultRaw('clock_timestamp()'),
    deliveredAt: p.datetime().nullable(),
  },
  indexes: [{ name: 'mail_delivery_attempted', properties: ['attemptedAt'] }],
})

export const Mailbox = defineEntity({
  name: 'Mailbox',
  tableName: 'mailbox',
  comment: 'A mail of a development server, which keeps mails instead of sending them.',
  properties: {
    id: bigint().primary(),
    keptAt: p.datetime().defaultRaw('clock_timestamp()'),
    sender: p.text(),
    recipient: p.text(),
    subject: p.text(),
    headers: p
      .json<Record<string, string>>()
      .columnType('json')
      .comment('Headers beside sender, recipient and subject.'),
    html: p.text().comment('The HTML part.'),
    text: p.text().comment('The text part.'),
  },
})
