import { expect, test } from 'vitest'
import { beforeMigration } from '../../../../harness/migration.ts'

test('rows of an import that has begun keep their one id', async () => {
  await beforeMigration('20261123221000-rows-of-imported-ids', async (database) => {
    await database.query("INSERT INTO realm (subdomain, name) VALUES ('', 'Realm')")
    await database.query(
      "INSERT INTO realm_import (realm_id, fingerprint, subdomain, secret) VALUES (1, 'f', 's', 'x')",
    )
    const add = () =>
      database.query("INSERT INTO imported_id (realm_id, kind, old_id, new_id) VALUES (1, 'message', 7, 107)")
    await add()
    await database.migrate()
    expect(
      await database.query(
        'SELECT (old_id || later_old_ids)::int[] AS old, (new_id || later_new_ids)::int[] AS new FROM imported_id',
      ),
    ).toEqual([{ old: [7], new: [107] }])
    // A process of the former version continues its import.
    await database.query('DELETE FROM imported_id')
    await add()
  })
})
