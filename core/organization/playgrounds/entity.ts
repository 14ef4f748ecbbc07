import { defineEntity, p } from '@mikro-orm/core'
import { reference } from '../../platform/db/statements/columns.ts'

export const Playground = defineEntity({
  name: 'Playground',
  tableName: 'playground',
  comment: 'A site that runs code of a language.',
  properties: {
    id: p.integer().primary(),
    realmId: reference('Realm'),
    name: p.text(),
    language: p.text().comment('Name of the language in code blocks.'),
    urlTemplate: p.text().comment('URL template (RFC 6570) with the variable `code`.'),
  },
  uniques: [{ properties: ['realmId', 'language', 'name'] }],
})
