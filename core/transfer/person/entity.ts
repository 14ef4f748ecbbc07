import { defineEntity, p } from '@mikro-orm/core'
import { bigint, reference, sqlIndex } from '../../platform/db/statements/columns.ts'

/** A task with a person's data: the server writes them to an archive, or erases them. */
export const PERSON_TASKS = ['export', 'erasure'] as const
export type PersonTaskKind = (typeof PERSON_TASKS)[number]

export const PersonTask = defineEntity({
  name: 'PersonTask',
  tableName: 'person_task',
  comment: "An export or erasure of one person's data that an administrator or operator asked for.",
  properties: {
    id: p.integer().primary(),
    realmId: reference('Realm', 'cascade'),
    personId: reference('User', 'cascade'),
    actingUserId: reference('User', 'cascade').nullable().comment('Null for the operator.'),
    kind: p.text().$type<PersonTaskKind>().comment('export or erasure.'),
    deletesMessages: p.boolean().default(false).comment("Whether an erasure deletes the person's messages."),
    status: p.enum(['requested', 'started', 'succeeded', 'failed', 'deleted']).default('requested'),
    name: p
      .text()
      .nullable()
      .unique()
      .comment("The last part of the archive's address below /user_exports/, which nobody can guess."),
    requestedAt: p.datetime().defaultRaw('clock_timestamp()'),
    attempt: p.integer().default(0).comment('Number of the attempt that works on it.'),
    storageKey: p.text().nullable().comment('The storage key that the attempt writes.'),
    done: p.integer().default(0).comment('Messages and files that are written or deleted.'),
    total: p.integer().default(0).comment('All messages and files of the task.'),
    aliveAt: p.datetime().defaultRaw('clock_timestamp()').comment('When the attempt last reported.'),
    finishedAt: p.datetime().nullable(),
    size: bigint().nullable().comment('Bytes.'),
    failure: p.text().nullable(),
  },
  indexes: [
    { name: 'person_task_person', properties: ['personId', 'id'] },
    { name: 'person_task_realm', properties: ['realmId', 'requestedAt'] },
    sqlIndex(
      "CREATE INDEX person_task_live ON person_task (id) WHERE status IN ('requested', 'started', 'succeeded')",
    ),
    sqlIndex("CREATE UNIQUE INDEX person_task_erasure ON person_task (person_id) WHERE kind = 'erasure'"),
  ],
})
