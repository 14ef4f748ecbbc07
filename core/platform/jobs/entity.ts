import { defineEntity, p } from '@mikro-orm/core'
import { bigint, sqlIndex } from '../db/statements/columns.ts'

export const JobOutbox = defineEntity({
  name: 'JobOutbox',
  tableName: 'job_outbox',
  comment:
    'Jobs, written in the transaction that asks for them and handed to BullMQ after it. The row is deleted when the job is done.',
  properties: {
    id: bigint().primary(),
    queue: p.text().comment('Name of the BullMQ queue.'),
    name: p.text().comment('Name of the job within its queue.'),
    data: p.json<unknown>().columnType('json').comment('The data of the job.'),
    dueAt: p
      .datetime()
      .defaultRaw('clock_timestamp()')
      .comment('When the job is due to be added to its queue; an overdue job is added again.'),
    failedAt: p.datetime().nullable().comment('When the job failed permanently; null before.'),
    failure: p.text().nullable().comment('Why the job failed permanently.'),
  },
  indexes: [
    sqlIndex('CREATE INDEX job_outbox_due ON job_outbox (due_at, id) WHERE failed_at IS NULL'),
    sqlIndex('CREATE INDEX job_outbox_failed ON job_outbox (failed_at) WHERE failed_at IS NOT NULL'),
  ],
})
