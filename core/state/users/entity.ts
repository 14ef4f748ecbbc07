import { defineEntity, p } from '@mikro-orm/core'
import { id, reference, sqlIndex } from '../../platform/db/statements/columns.ts'
import type { UserId } from '../../platform/ids.ts'
import type { PicturePath } from '../pictures/path.ts'
import type { Role } from './record.ts'
import type { StoredSettings } from './settings.ts'

export const User = defineEntity({
  name: 'User',
  tableName: 'user_account',
  comment: 'A person or a bot of an organization.',
  properties: {
    id: id<UserId>().primary(),
    realmId: reference('Realm'),
    email: p.text().comment('The address that the API shows and accepts as user name.'),
    deliveryEmail: p.text().comment('The real address, unique in the organization without regard to case.'),
    fullName: p.text(),
    role: p
      .smallint()
      .$type<Role>()
      .comment('100 owner, 200 administrator, 300 moderator, 400 member, 600 guest.'),
    isActive: p.boolean().default(true).comment('False for a deactivated account.'),
    isBot: p.boolean().default(false),
    botType: p
      .smallint()
      .nullable()
      .comment('1 generic, 2 incoming webhook, 3 outgoing webhook, 4 embedded; null for people.'),
    botOwnerId: reference('User').nullable().comment('The person who is responsible for a bot.'),
    timezone: p.text().default('').comment('IANA identifier; empty when unset.'),
    avatarVersion: p.integer().default(1).comment('Counts the changes of the avatar, from 1.'),
    keyVersion: p
      .integer()
      .default(1)
      .comment('Version of the API key; an increment invalidates the former key.'),
    passwordHash: p.text().nullable().comment('Argon2id; null for accounts without a password.'),
    joinedAt: p.datetime().defaultRaw('now()'),
    settings: p
      .json<StoredSettings>()
      .defaultRaw("'{}'")
      .comment(
        'Personal settings by their names on the wire, where they differ from the defaults of the product.',
      ),
    isSystemBot: p
      .boolean()
      .default(false)
      .comment('A bot in whose name the server sends messages: not an account, and not a member.'),
    defaultSendingChannelId: reference('Channel')
      .nullable()
      .comment("Where a bot's messages go that name no channel."),
    defaultEventsRegisterChannelId: reference('Channel')
      .nullable()
      .comment("The channel of a bot's event queues that name none."),
    defaultAllPublicChannels: p
      .boolean()
      .default(false)
      .comment("Whether a bot's event queues are of all public channels unless they say otherwise."),
    canCreateUsers: p
      .boolean()
      .default(false)
      .comment('Granted by an operator: the account may create users.'),
    canChangeUserEmails: p
      .boolean()
      .default(false)
      .comment('Granted by an operator: the account may change the addresses of others.'),
    avatarPath: p
      .text()
      .$type<PicturePath>()
      .nullable()
      .comment('Address of the uploaded avatar below /user_avatars/; null without one.'),
    sessionVersion: p
      .integer()
      .default(1)
      .comment('An increment ends all browser sessions: a change of the password, or deactivation.'),
    hasAuthenticator: p.boolean().default(false).comment('Whether the account has a row in `authenticator`.'),
    mergedIntoId: reference('User')
      .nullable()
      .comment('The account of the same person into which this one was merged; null for others.'),
    passkeyCount: p.smallint().default(0).comment('Number of rows that the account has in `passkey`.'),
  },
  indexes: [
    sqlIndex(
      'CREATE INDEX user_account_address ON user_account (lower(delivery_email)) WHERE is_active AND NOT is_bot',
    ),
    sqlIndex('CREATE INDEX user_account_bot_owner ON user_account (bot_owner_id) WHERE is_bot'),
    sqlIndex(
      'CREATE INDEX user_account_merged_into ON user_account (merged_into_id) WHERE merged_into_id IS NOT NULL',
    ),
    sqlIndex('CREATE INDEX user_account_joined ON user_account (realm_id, joined_at) WHERE role = 400'),
    sqlIndex(
      'CREATE UNIQUE INDEX user_account_realm_email ON user_account (realm_id, lower(delivery_email))',
    ),
  ],
})
