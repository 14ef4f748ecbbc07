import { expect, test } from 'vitest'
import { beforeMigration } from '../../../../harness/migration.ts'

test('devices of apps stay, browsers can be added with their keys only, and organizations use no Web Push yet', async () => {
  await beforeMigration('20261122164500-browsers-of-web-push', async (database) => {
    await database.query("SET session_replication_role = 'replica'") // rows without their users
    await database.query(
      "INSERT INTO realm (id, subdomain, name, description) VALUES (7, 'seven', 'Seven', '')",
    )
    await database.query(
      `INSERT INTO push_device (realm_id, user_id, kind, token, app_id)
       VALUES (7, 1, 'fcm', 'android', NULL), (7, 1, 'apns', 'c0ffee', 'org.example')`,
    )
    await database.migrate()
    expect(await database.query('SELECT uses_web_push FROM realm')).toEqual([{ uses_web_push: false }])
    const add = (kind: string, p256dh: string | null, auth: string | null) =>
      database.query(
        'INSERT INTO push_device (realm_id, user_id, kind, token, p256dh, auth) VALUES (7, 1, $1, $1, $2, $3)',
        [kind, p256dh, auth],
      )
    await add('web', 'key', 'secret')
    await expect(add('web', null, 'secret')).rejects.toThrow('push_device_p256dh_check')
    await expect(add('web', 'key', null)).rejects.toThrow('push_device_auth_check')
    await expect(add('fcm', 'key', null)).rejects.toThrow('push_device_p256dh_check')
    await expect(add('smoke', null, null)).rejects.toThrow('push_device_kind_check')
    expect(
      await database.query('SELECT kind, token, app_id, p256dh, auth, session FROM push_device ORDER BY id'),
    ).toEqual([
      { kind: 'fcm', token: 'android', app_id: null, p256dh: null, auth: null, session: null },
      { kind: 'apns', token: 'c0ffee', app_id: 'org.example', p256dh: null, auth: null, session: null },
      { kind: 'web', token: 'web', app_id: null, p256dh: 'key', auth: 'secret', session: null },
    ])
    expect(await database.query('SELECT * FROM server_key')).toEqual([])
  })
})
