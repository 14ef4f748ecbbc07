import { defineEntity, p } from '@mikro-orm/core'
import { bigint, id, ids, reference, sqlIndex } from '../../platform/db/statements/columns.ts'
import type { DraftId } from '../../platform/ids.ts'

export const Draft = defineEntity({
  name: 'Draft',
  tableName: 'draft',
  comment: "A user's draft.",
  properties: {
    id: id<DraftId>().primary(),
    userId: reference('User', 'cascade'),
    type: p
      .text()
      .$type<'' | 'stream' | 'private'>()
      .comment('`stream` or `private`; empty while it has no recipients.'),
    recipientIds: ids<number>().comment('One channel, or users.'),
    topic: p.text(),
    content: p.text(),
    editedAt: bigint().comment('Unix seconds, from the client.'),
    changedAt: p
      .datetime()
      .defaultRaw('clock_timestamp()')
      .comment('When the server stored the draft as it is; orders drafts of the same second.'),
  },
  indexes: [
    { name: 'draft_user', properties: ['userId', 'editedAt', 'id'] },
    sqlIndex("CREATE INDEX draft_topic ON draft ((recipient_ids[1]), lower(topic)) WHERE type = 'stream'"),
  ],
  checks: [
    {
      name: 'draft_check',
      expression: "(type = ANY (ARRAY['', 'stream', 'private'])) AND ((type = '') = (recipient_ids = '{}'))",
    },
  ],
})
