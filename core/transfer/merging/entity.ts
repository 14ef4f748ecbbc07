import { defineEntity, p } from '@mikro-orm/core'
import { bigint, reference, sqlIndex } from '../../platform/db/statements/columns.ts'
import type { MergeStep } from './steps.ts'

export const AccountMerge = defineEntity({
  name: 'AccountMerge',
  tableName: 'account_merge',
  comment: 'A merge of one account into another one of the same person, which a job does in small parts.',
  properties: {
    fromId: reference('User', 'cascade').primary().comment('The account that is emptied and deactivated.'),
    intoId: reference('User', 'cascade').comment('The account that stays.'),
    realmId: reference('Realm', 'cascade'),
    actingUserId: reference('User', 'cascade').nullable().comment('Null for the operator.'),
    status: p.enum(['requested', 'started', 'succeeded', 'failed']).default('requested'),
    requestedAt: p.datetime().defaultRaw('clock_timestamp()'),
    attempt: p.integer().default(0).comment('Number of the attempt that works on it.'),
    step: p
      .text()
      .$type<MergeStep>()
      .default('own-unread')
      .comment('The step that the next transaction continues (`merging/steps.ts`).'),
    reached: bigint().default(0).comment('The id up to which the step is done, in its own order.'),
    done: p.integer().default(0).comment('Rows and messages that were looked at or moved.'),
    total: p.integer().default(0).comment('As `done`, when all is done.'),
    aliveAt: p.datetime().defaultRaw('clock_timestamp()').comment('When the attempt last reported.'),
    finishedAt: p.datetime().nullable(),
    failure: p.text().nullable(),
  },
  indexes: [
    { name: 'account_merge_into', properties: ['intoId'] },
    sqlIndex("CREATE INDEX account_merge_live ON account_merge (realm_id) WHERE status <> 'succeeded'"),
  ],
})
