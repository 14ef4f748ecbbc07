import { expect, test } from 'vitest'
import { beforeMigration } from '../../../../../harness/migration.ts'

test('people stay joined to each provider of OpenID Connect, and each GitHub, at which they logged in', async () => {
  await beforeMigration('20261130034500-people-of-providers', async ({ query, migrate }) => {
    await query("SET session_replication_role = 'replica'")
    for (const column of ['realm_id', 'user_id'])
      await query(`ALTER TABLE external_identity DROP CONSTRAINT external_identity_${column}_fkey`)
    const providers = [
      [1, 'openid', 'google', { issuer: 'https://accounts.google.com' }],
      [1, 'openid', 'auth', { issuer: 'https://auth.example' }],
      [1, 'github', 'hub', { address: 'https://github.com/' }],
      [2, 'openid', 'staff', { issuer: 'https://id.example/realms/a' }],
      [2, 'openid', 'guests', { issuer: 'https://id.example/realms/a' }],
      [2, 'saml', 'corp', { metadata: '<x entityID="https://saml.example/a"/>' }],
      [3, 'openid', 'google', { issuer: 'https://accounts.google.com' }],
      [3, 'jwt', 'fake', { issuer: 'https://accounts.google.com' }],
      [4, 'openid', 'staff', { issuer: 'https://id.example/realms/a' }],
      [4, 'saml', 'fake', { metadata: '<x entityID="https://id.example/realms/a"/>' }],
    ] as const
    for (const [realm, kind, name, settings] of providers)
      await query(`INSERT INTO log_in_provider (realm_id, kind, name, display_name, is_enabled, settings)
        VALUES (${realm}, '${kind}', '${name}', 'Name', true, '${JSON.stringify(settings)}')`)
    const identities = [
      [1, 'https://accounts.google.com', ['openid:organization:google:https://accounts.google.com']],
      [1, 'https://auth.example/', ['openid:organization:auth:https://auth.example']],
      [1, 'https://github.com', ['github:organization:hub:https://github.com']],
      [1, 'https://elsewhere.example', []],
      [2, 'https://accounts.google.com', []],
      [
        ...[2, 'https://id.example/realms/a'],
        ['openid:organization:guests', 'openid:organization:staff'].map(
          (name) => `${name}:https://id.example/realms/a`,
        ),
      ],
      [2, 'saml:organization:corp:https://saml.example/a', []],
      [3, 'https://accounts.google.com', []],
      [4, 'https://id.example/realms/a', []],
    ] as [number, string, string[]][]
    for (const [index, [realm, issuer]] of identities.entries())
      await query(`INSERT INTO external_identity (realm_id, user_id, issuer, subject, last_log_in_at)
        VALUES (${realm}, ${index + 1}, '${issuer}', 'a', '2026-11-0${index + 1}')`)
    await migrate()
    const rows = await query<{ user: number; realm: number; issuer: string; day: number }>(
      `SELECT user_id AS user, realm_id AS realm, issuer, extract(day FROM last_log_in_at)::int AS day
       FROM external_identity ORDER BY user_id, issuer`,
    )
    const expected = identities.flatMap(([realm, former, named], index) =>
      [former, ...named].sort().map((issuer) => ({ user: index + 1, realm, issuer, day: index + 1 })),
    )
    expect(rows).toEqual(expected)
  })
})
