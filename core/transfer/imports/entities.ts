import { defineEntity, p } from '@mikro-orm/core'
import { bigint, bigints, reference } from '../../platform/db/statements/columns.ts'

export const RealmImport = defineEntity({
  name: 'RealmImport',
  tableName: 'realm_import',
  comment: 'An import that is not complete. The row is deleted when the organization is.',
  properties: {
    realmId: reference('Realm', 'cascade').primary(),
    fingerprint: p
      .text()
      .unique()
      .comment(
        "SHA-256 of the archive's manifest, which contains the checksums of all parts, and of the order of the import's steps.",
      ),
    subdomain: p.text().comment('The subdomain of the organization when it is complete.'),
    customHost: p.text().nullable().comment('The host of the organization when it is complete.'),
    secret: p
      .text()
      .comment('The names of files are derived from the secret, so that every attempt gives the same names.'),
    stepsDone: p.integer().default(0).comment('How many steps of the import are done.'),
  },
})

export const ImportedId = defineEntity({
  name: 'ImportedId',
  tableName: 'imported_id',
  comment: 'The new ids of up to 100 things of one kind that have other ids in the archive.',
  properties: {
    realmId: reference('RealmImport', 'cascade').primary(),
    kind: p.text().primary().comment('The kind of the ids, such as users or messages.'),
    oldId: bigint().primary().comment('The first id in the archive.'),
    newId: bigint(),
    laterOldIds: bigints().default([]).comment('The other ids in the archive, ascending.'),
    laterNewIds: bigints().default([]).comment('Their new ids, at the same indexes.'),
  },
})
