import { defineEntity, p } from '@mikro-orm/core'
import { reference } from '../../../platform/db/statements/columns.ts'

export const ExternalIdentity = defineEntity({
  name: 'ExternalIdentity',
  tableName: 'external_identity',
  comment:
    'The account of a person at a provider of log-ins. It stays the same when addresses change on either side.',
  properties: {
    id: p.integer().primary(),
    realmId: reference('Realm', 'cascade'),
    userId: reference('User', 'cascade'),
    issuer: p
      .text()
      .comment(
        'The provider: its kind, whose it is, its name and its issuer, as in `openid:server:google:https://accounts.google.com`.',
      ),
    subject: p.text().comment('The identifier of the person at the issuer (claim `sub`).'),
    photoHash: p
      .text()
      .nullable()
      .comment('SHA-256 in base64url of the photo that the provider had last; null without one.'),
    photoPath: p
      .text()
      .nullable()
      .comment('The avatar that was made of it. Another avatar is the choice of the person.'),
    lastLogInAt: p
      .datetime()
      .nullable()
      .defaultRaw('clock_timestamp()')
      .comment('The last log-in at the provider; null once the API key has ended since then.'),
    createdAt: p.datetime().defaultRaw('clock_timestamp()'),
  },
  uniques: [
    { name: 'external_identity_subject', properties: ['realmId', 'issuer', 'subject'] },
    { name: 'external_identity_user', properties: ['userId', 'issuer'] },
  ],
})
