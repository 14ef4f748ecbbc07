import { defineEntity, p } from '@mikro-orm/core'
import { reference } from '../../platform/db/statements/columns.ts'

export const Linkifier = defineEntity({
  name: 'Linkifier',
  tableName: 'linkifier',
  comment: 'A pattern that turns text into links.',
  properties: {
    id: p.integer().primary(),
    realmId: reference('Realm'),
    pattern: p.text().comment('Regular expression in the dialect of RE2.'),
    urlTemplate: p.text().comment('URL template (RFC 6570).'),
    position: p.integer().comment('Linkifiers are tried in ascending order.'),
  },
  uniques: [{ properties: ['realmId', 'pattern'] }],
})
