import { defineEntity, p } from '@mikro-orm/core'
import { reference } from '../../platform/db/statements/columns.ts'

export const Confirmation = defineEntity({
  name: 'Confirmation',
  tableName: 'confirmation',
  comment: 'A link in an e-mail. Its secret permits one action, such as a change of address.',
  properties: {
    tokenHash: p.blob().primary().comment('Hash of the secret; the secret itself is not stored.'),
    realmId: reference('Realm'),
    kind: p.text().comment('The purpose of the link, such as a change of address or a new password.'),
    userId: reference('User').nullable(),
    email: p.text().comment('The address that the link was sent to.'),
    createdAt: p.datetime().defaultRaw('now()'),
    expiresAt: p.datetime(),
    usedAt: p
      .datetime()
      .nullable()
      .comment('When the link was used; kept so that a second use can be explained.'),
  },
  indexes: [
    { name: 'confirmation_old', properties: ['expiresAt'] },
    { name: 'confirmation_user', properties: ['userId', 'kind'] },
  ],
})
