import { defineEntity, p } from '@mikro-orm/core'
import { reference } from '../../platform/db/statements/columns.ts'

export const RealmDomain = defineEntity({
  name: 'RealmDomain',
  tableName: 'realm_domain',
  comment: 'A domain whose addresses may join when the organization restricts addresses.',
  properties: {
    id: p.integer().primary(),
    realmId: reference('Realm'),
    domain: p.text().comment('In lower case.'),
    allowSubdomains: p.boolean().comment('Whether addresses below the domain may join too.'),
  },
  uniques: [{ properties: ['realmId', 'domain'] }],
})
