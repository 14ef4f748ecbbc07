import { expect, test } from 'vitest'
import { beforeMigration } from '../../../../../harness/migration.ts'

test('people stay joined to the directory of their organization, which no longer has the name of another', async () => {
  await beforeMigration('20261129132000-photos-of-directories', async ({ query, migrate }) => {
    await query("SET session_replication_role = 'replica'")
    await query(`INSERT INTO log_in_provider (realm_id, kind, name, display_name, is_enabled, settings)
      VALUES (1, 'ldap', 'corp', 'Corp', true, '{}'), (1, 'jwt', 'portal', 'Portal', true, '{}')`)
    await query(`INSERT INTO external_identity (realm_id, user_id, issuer, subject)
      VALUES (1, 1, 'ldap:corp', 'a'), (2, 2, 'ldap:corp', 'a'), (1, 3, 'ldap:other', 'b'), (1, 4, 'ldap:portal', 'c')`)
    await migrate()
    const rows = await query(
      'SELECT user_id, issuer, photo_hash, photo_path FROM external_identity ORDER BY user_id',
    )
    const nothing = { photo_hash: null, photo_path: null }
    expect(rows).toEqual([
      { user_id: 1, issuer: 'ldap:organization:corp', ...nothing },
      { user_id: 2, issuer: 'ldap:corp', ...nothing },
      { user_id: 3, issuer: 'ldap:other', ...nothing },
      { user_id: 4, issuer: 'ldap:portal', ...nothing },
    ])
  })
})
