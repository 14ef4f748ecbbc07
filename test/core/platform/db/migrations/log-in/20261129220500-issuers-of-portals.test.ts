import { expect, test } from 'vitest'
import { beforeMigration } from '../../../../../harness/migration.ts'

test('people stay joined to the one portal or provider of SAML that has their issuer', async () => {
  await beforeMigration('20261129220500-issuers-of-portals', async ({ query, migrate }) => {
    await query("SET session_replication_role = 'replica'")
    const saml = (entityId: string) => ({
      metadata: `<?xml version="1.0"?><md:EntityDescriptor xmlns:md="m" entityID = "${entityId}"></md:EntityDescriptor>`,
    })
    const providers = [
      [1, 'jwt', 'portal', { issuer: 'https://portal.example' }],
      [1, 'saml', 'corp', saml('https://idp.example/1')],
      [1, 'openid', 'google', { issuer: 'https://accounts.google.com' }],
      [2, 'jwt', 'one', { issuer: 'https://portal.example' }],
      [2, 'jwt', 'two', { issuer: 'https://portal.example' }],
      [3, 'jwt', 'fake', { issuer: 'https://accounts.google.com' }],
      [3, 'openid', 'google', { issuer: 'https://accounts.google.com' }],
    ] as const
    for (const [realm, kind, name, settings] of providers)
      await query(`INSERT INTO log_in_provider (realm_id, kind, name, display_name, is_enabled, settings)
        VALUES (${realm}, '${kind}', '${name}', 'Name', true, '${JSON.stringify(settings)}')`)
    const identities = [
      [1, 'https://portal.example', 'jwt:organization:portal:https://portal.example'],
      [1, 'https://idp.example/1', 'saml:organization:corp:https://idp.example/1'],
      [1, 'https://accounts.google.com', 'https://accounts.google.com'],
      [1, 'ldap:organization:corp', 'ldap:organization:corp'],
      [2, 'https://portal.example', 'https://portal.example'],
      [3, 'https://accounts.google.com', 'https://accounts.google.com'],
      [4, 'https://portal.example', 'https://portal.example'],
    ] as const
    for (const [index, [realm, issuer]] of identities.entries())
      await query(`INSERT INTO external_identity (realm_id, user_id, issuer, subject)
        VALUES (${realm}, ${index + 1}, '${issuer}', 'a')`)
    await migrate()
    const rows = await query<{ issuer: string }>('SELECT issuer FROM external_identity ORDER BY user_id')
    expect(rows.map(({ issuer }) => issuer)).toEqual(identities.map(([, , after]) => after))
  })
})
