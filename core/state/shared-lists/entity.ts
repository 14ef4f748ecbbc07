import { defineEntity, p } from '@mikro-orm/core'
import { reference } from '../../platform/db/statements/columns.ts'

export const ListGrowth = defineEntity({
  name: 'ListGrowth',
  tableName: 'list_growth',
  comment:
    'What a person, with the bots of the person, has added to a list that every register response contains, on the last day with an addition.',
  properties: {
    userId: reference('User', 'cascade').primary(),
    list: p.text().primary().comment('A name of `SHARED_LISTS`.'),
    day: p.date().comment('UTC.'),
    items: p.integer().comment('Entries that were added on that day.'),
    bytes: p.integer().comment('Bytes by which changes of that day made entries larger, new ones included.'),
  },
})
