import { defineEntity, p } from '@mikro-orm/core'

export const DatabaseTimeline = defineEntity({
  name: 'DatabaseTimeline',
  tableName: 'database_timeline',
  comment:
    'The timeline of the WAL that processes last wrote to, in one row. Another timeline means that a standby was promoted, which may lack the last ids. Empty while DATABASE_URL names one server.',
  properties: {
    timeline: p.integer().primary().autoincrement(false),
  },
})
