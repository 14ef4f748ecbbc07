import { expect, test } from 'vitest'
import { beforeMigration } from '../../../../harness/migration.ts'

test('accounts begin without an account at a provider, and have at most one at each issuer', async () => {
  await beforeMigration('20261128154000-external-identities', async ({ query, migrate }) => {
    await query("SET session_replication_role = 'replica'")
    await query(
      `INSERT INTO user_account (id, realm_id, email, delivery_email, full_name, role)
       VALUES (1, 1, 'a@b.c', 'a@b.c', 'A', 400)`,
    )
    await migrate()
    expect(await query('SELECT * FROM external_identity')).toEqual([])
    const insert = (subject: string) =>
      query(
        `INSERT INTO external_identity (realm_id, user_id, issuer, subject) VALUES (1, 1, 'https://i.test', '${subject}')`,
      )
    await insert('one')
    await expect(insert('two')).rejects.toThrow(/external_identity_user/)
  })
})
