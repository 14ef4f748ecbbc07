import { defineEntity, p } from '@mikro-orm/core'
import { reference, sqlIndex } from '../../platform/db/statements/columns.ts'

export const PushDevice = defineEntity({
  name: 'PushDevice',
  tableName: 'push_device',
  comment:
    'A device that is notified through a push service. A device belongs to one user of an organization.',
  properties: {
    id: p.integer().primary(),
    realmId: reference('Realm', 'cascade'),
    userId: reference('User', 'cascade'),
    kind: p.enum(['apns', 'fcm', 'web']).comment('`web` is a browser, notified by Web Push.'),
    token: p
      .text()
      .comment(
        'The identifier of the device at its service; for web, the address of the subscription. It may be too long for an index.',
      ),
    appId: p
      .text()
      .nullable()
      .comment("Identifier of the app, which Apple's service asks for; null for other kinds."),
    p256dh: p
      .text()
      .nullable()
      .comment("Public key of a browser's subscription, an uncompressed point in base64url; only for web."),
    auth: p
      .text()
      .nullable()
      .comment("Authentication secret of a browser's subscription in base64url; only for web."),
    session: p
      .text()
      .nullable()
      .comment(
        'Name of the session in which a browser was registered. Logging out of it removes the device.',
      ),
    registeredAt: p.datetime().defaultRaw('clock_timestamp()'),
  },
  indexes: [
    sqlIndex('CREATE UNIQUE INDEX push_device_token ON push_device (realm_id, kind, md5(token))'),
    { name: 'push_device_user', properties: ['userId', 'registeredAt'] },
  ],
  checks: [
    { name: 'push_device_check', expression: "(kind = 'apns') = (app_id IS NOT NULL)" },
    { name: 'push_device_p256dh_check', expression: "(kind = 'web') = (p256dh IS NOT NULL)" },
    { name: 'push_device_auth_check', expression: "(kind = 'web') = (auth IS NOT NULL)" },
  ],
})
