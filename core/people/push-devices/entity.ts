import { defineEntity, p } from '@mikro-orm/core'
import { reference, sqlIndex } from '../../platform/db/columns.ts'

export const PushDevice = defineEntity({
  name: 'PushDevice',
  tableName: 'push_device',
  comment:
    'A device that is notified through the service of its maker. A device belongs to one user of an organization.',
  properties: {
    id: p.integer().primary(),
    realmId: reference('Realm', 'cascade'),
    userId: reference('User', 'cascade'),
    kind: p.enum(['apns', 'fcm']),
    token: p.text().comment('What the service knows the device by. It may be longer than an index takes.'),
    appId: p
      .text()
      .nullable()
      .comment("Identifier of the app, which Apple's service asks for; null for fcm."),
    registeredAt: p.datetime().defaultRaw('clock_timestamp()'),
  },
  indexes: [
    sqlIndex('CREATE UNIQUE INDEX push_device_token ON push_device (realm_id, kind, md5(token))'),
    { name: 'push_device_user', properties: ['userId', 'registeredAt'] },
  ],
  checks: [{ name: 'push_device_check', expression: "(kind = 'apns') = (app_id IS NOT NULL)" }],
})
