import { defineEntity, p } from '@mikro-orm/core'
import { reference, sqlIndex } from '../../platform/db/statements/columns.ts'

export const ProvisioningToken = defineEntity({
  name: 'ProvisioningToken',
  tableName: 'provisioning_token',
  comment: 'A token with which a directory of the company changes accounts and groups by SCIM.',
  properties: {
    id: p.integer().primary(),
    realmId: reference('Realm', 'cascade'),
    name: p.text().comment('Where the token is used, such as `Entra`.'),
    tokenHash: p
      .text()
      .comment('SHA-256 of the token as hexadecimal digits. The token itself is shown once.'),
    createdAt: p.datetime().defaultRaw('clock_timestamp()'),
    lastUsedAt: p.datetime().nullable().comment('At most five minutes late.'),
  },
  uniques: [{ name: 'provisioning_token_hash', properties: ['realmId', 'tokenHash'] }],
})

export const ProvisionedAccount = defineEntity({
  name: 'ProvisionedAccount',
  tableName: 'provisioned_account',
  comment: 'How a directory of the company names an account (SCIM).',
  properties: {
    userId: reference('User', 'cascade').primary(),
    realmId: reference('Realm', 'cascade'),
    userName: p.text().comment('`userName` of SCIM, which may differ from the address.'),
    externalId: p.text().nullable().comment('The id of the account in the directory.'),
    formattedName: p
      .text()
      .nullable()
      .comment('`name.formatted` of SCIM, as the directory writes it; null where it writes none.'),
    givenName: p.text().nullable().comment('`name.givenName`, in the same way.'),
    familyName: p.text().nullable().comment('`name.familyName`, in the same way.'),
    isRemoved: p
      .boolean()
      .default(false)
      .comment('The directory has deleted it; the account is deactivated.'),
  },
  indexes: [
    sqlIndex(
      'CREATE UNIQUE INDEX provisioned_account_user_name ON provisioned_account (realm_id, lower(user_name))',
    ),
    { name: 'provisioned_account_external_id', properties: ['realmId', 'externalId'] },
    sqlIndex(
      'CREATE INDEX provisioned_account_prefix ON provisioned_account (realm_id, lower(user_name) text_pattern_ops)',
    ),
    sqlIndex(
      'CREATE INDEX provisioned_account_removed ON provisioned_account (realm_id, user_id) WHERE is_removed',
    ),
  ],
})

export const ProvisionedGroup = defineEntity({
  name: 'ProvisionedGroup',
  tableName: 'provisioned_group',
  comment: 'How a directory of the company names a user group (SCIM).',
  properties: {
    groupId: reference('UserGroup', 'cascade').primary(),
    realmId: reference('Realm', 'cascade'),
    externalId: p.text().nullable().comment('The id of the group in the directory.'),
  },
  indexes: [
    { name: 'provisioned_group_realm', properties: ['realmId'] },
    { name: 'provisioned_group_external_id', properties: ['realmId', 'externalId'] },
  ],
})
