import { defineEntity, p } from '@mikro-orm/core'
import { reference } from '../../../platform/db/statements/columns.ts'

export const LogInProvider = defineEntity({
  name: 'LogInProvider',
  tableName: 'log_in_provider',
  comment: 'A provider of log-ins that an organization has set up.',
  properties: {
    id: p.integer().primary(),
    realmId: reference('Realm', 'cascade'),
    kind: p.text().comment('What it speaks, such as `openid`.'),
    name: p.text().comment('Its name in addresses, which never changes.'),
    displayName: p.text().comment('The name on its button.'),
    isEnabled: p.boolean().comment('Whether the log-in page offers it.'),
    settings: p.json<Record<string, unknown>>().comment('The settings of its kind, without secrets.'),
    secrets: p
      .text()
      .nullable()
      .comment('The secret settings in base64, encrypted with a key derived from SECRET_KEY.'),
    createdAt: p.datetime().defaultRaw('clock_timestamp()'),
  },
  uniques: [{ name: 'log_in_provider_name', properties: ['realmId', 'name'] }],
})
