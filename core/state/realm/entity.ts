import { defineEntity, p } from '@mikro-orm/core'

/** An organization, as stored. */
export const Realm = defineEntity({
  name: 'Realm',
  tableName: 'realm',
  properties: {
    id: p.integer().primary(),
    subdomain: p.text(),
    customHost: p.text().nullable(),
    name: p.text(),
    description: p.text().default(''),
    isDeactivated: p.boolean().default(false),
    createdAt: p.datetime().defaultRaw('now()'),
  },
})
