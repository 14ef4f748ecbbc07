import { defineEntity, p } from '@mikro-orm/core'
import { reference } from '../../platform/db/statements/columns.ts'

export const UnclaimedPerson = defineEntity({
  name: 'UnclaimedPerson',
  tableName: 'unclaimed_person',
  comment: 'An imported person who has never logged in here. The first log-in deletes the row.',
  properties: {
    userId: reference('User', 'cascade').primary(),
    realmId: reference('Realm', 'cascade'),
    mails: p.integer().default(0).comment('How many mails have asked the person to come.'),
    mailedAt: p.datetime().nullable().comment('When the last of them was enqueued.'),
    refusesMail: p.boolean().default(false).comment('The person has unsubscribed from these mails.'),
  },
  indexes: [{ name: 'unclaimed_person_realm', properties: ['realmId', 'userId'] }],
})
