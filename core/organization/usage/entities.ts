import { defineEntity, p } from '@mikro-orm/core'
import { bigint, reference } from '../../platform/db/statements/columns.ts'
import type { MessageId } from '../../platform/ids.ts'

export const UsageDay = defineEntity({
  name: 'UsageDay',
  tableName: 'usage_day',
  comment: 'How much an organization was used on a day (UTC). Kept for USAGE_DAYS.',
  properties: {
    realmId: reference('Realm', 'cascade').primary(),
    day: p.date().primary(),
    activePeople: p.integer().default(0).comment('People who were active on the day.'),
    activeWeek: p.integer().default(0).comment('People who were active on the day or the six days before.'),
    publicMessages: p.integer().default(0).comment('Messages to public channels.'),
    privateMessages: p.integer().default(0).comment('Messages to private channels.'),
    directMessages: p.integer().default(0),
    storageBytes: bigint()
      .nullable()
      .comment('Bytes of uploaded files at the end of the day; null if nobody counted that day.'),
  },
})

export const ActivePersonDay = defineEntity({
  name: 'ActivePersonDay',
  tableName: 'active_person_day',
  comment: 'A person was active on a day (UTC). Kept for two weeks, to count people in usage_day.',
  properties: {
    realmId: reference('Realm', 'cascade').primary(),
    day: p.date().primary(),
    userId: reference('User', 'cascade').primary(),
  },
})

export const UsageCursor = defineEntity({
  name: 'UsageCursor',
  tableName: 'usage_cursor',
  comment: 'How far the messages of an organization have been counted for usage_day.',
  properties: {
    realmId: reference('Realm', 'cascade').primary(),
    countedTo: bigint<MessageId>().comment('The newest message that was counted.'),
  },
})
