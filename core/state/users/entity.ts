import { defineEntity, p } from '@mikro-orm/core'
import type { StoredSettings } from './settings.ts'

/** A person or a bot, as stored. */
export const User = defineEntity({
  name: 'User',
  tableName: 'user_account',
  properties: {
    id: p.integer().primary(),
    realmId: p.integer(),
    email: p.text(),
    deliveryEmail: p.text(),
    fullName: p.text(),
    role: p.smallint(),
    isActive: p.boolean().default(true),
    isBot: p.boolean().default(false),
    botType: p.smallint().nullable(),
    botOwnerId: p.integer().nullable(),
    timezone: p.text().default(''),
    avatarVersion: p.integer().default(1),
    keyVersion: p.integer().default(1),
    passwordHash: p.text().nullable(),
    joinedAt: p.datetime().defaultRaw('now()'),
    settings: p.json<StoredSettings>(),
  },
})
