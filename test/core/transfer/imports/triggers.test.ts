import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fillNewestMessages } from '../../../../core/messaging/conversations/fill-newest.ts'
import type { Core } from '../../../../core/state/core.ts'
import {
  DanglingReference,
  KINDS,
  type Kind,
  type Mapping,
} from '../../../../core/transfer/exports/archive/column.ts'
import { TABLES } from '../../../../core/transfer/exports/archive/tables.ts'
import { exportArchive } from '../../../../core/transfer/exports/archive/write.ts'
import { Archive } from '../../../../core/transfer/imports/archive.ts'
import { importRealm } from '../../../../core/transfer/imports/import.ts'
import { as, core, ok, setUpStage, world } from '../../../gateway/routes/stage.ts'
import { violatedForeignKeys } from '../../../harness/foreign-keys.ts'
import { dropRole, openRestrictedCore } from '../../../harness/restricted-core.ts'
import { uploadFile } from '../../../harness/upload.ts'

setUpStage()

const ROLE = 'importing_without_rights'
let path: string
let restricted: Core

beforeAll(async () => {
  const { id } = await ok(
    as('hamlet').post('/messages', { type: 'channel', to: 'Verona', topic: 'x', content: 'y' }),
  )
  await ok(as('iago').post(`/messages/${id}/reactions`, { emoji_name: 'tada' }))
  await ok(as('hamlet').post('/messages/flags', { op: 'add', flag: 'starred', messages: [id] }))
  await ok(
    as('iago').post('/messages', { type: 'direct', to: [world.userId('hamlet')], content: '/poll a?' }),
  )
  await ok(
    as('hamlet').post('/user_topics', {
      stream_id: world.channelId('Verona'),
      topic: 'x',
      visibility_policy: 3,
    }),
  )
  await ok(as('hamlet').post('/users/me/status', { status_text: 'thinking' }))
  const file = await uploadFile(as('hamlet'), { name: 'skull.txt', type: 'text/plain', bytes: 'alas' })
  await ok(
    as('hamlet').post('/messages', {
      type: 'channel',
      to: 'Verona',
      topic: 'x',
      content: `[skull](${file})`,
    }),
  )
  await ok(as('iago').patch('/realm', { default_language: 'de' }))
  path = join(world.config.dataDir, 'archive.zip')
  const realm = { id: 1 as never, subdomain: '', url: 'http://localhost:9991' }
  await pipeline(
    exportArchive({ db: core.db, realm, open: async () => undefined }, { kind: 'full' }),
    createWriteStream(path),
  )
  await world.sql(`CREATE TABLE inserted_reaction (id bigint)`)
  await world.sql(`
    CREATE FUNCTION note_reaction() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN INSERT INTO inserted_reaction VALUES (NEW.message_id); RETURN NEW; END $$`)
  await world.sql(
    'CREATE TRIGGER reacted BEFORE INSERT ON reaction FOR EACH ROW EXECUTE FUNCTION note_reaction()',
  )
  restricted = await openRestrictedCore(world, ROLE)
})

afterAll(async () => {
  await restricted?.close()
  await dropRole(world, ROLE)
})

/**
 * Imports the archive. Returns the number of reactions in the copy, and how many of them a trigger has seen.
 */
async function importWith(importing: Core, subdomain: string): Promise<unknown> {
  await world.sql('DELETE FROM inserted_reaction')
  const archive = await Archive.open(path)
  try {
    const realm = await importRealm(importing, archive, { subdomain, storeFile: async () => undefined })
    const [found] = await world.sql(
      `SELECT (SELECT count(*)::int FROM reaction r JOIN message m ON m.id = r.message_id WHERE m.realm_id = $1) AS reactions,
         (SELECT count(*)::int FROM inserted_reaction) AS seen`,
      [realm],
    )
    return found
  } finally {
    archive.close()
  }
}

test('an import omits triggers when the user of the database may do so', async () => {
  expect(await importWith(core, 'superuser')).toEqual({ reactions: 1, seen: 0 })
})

test('an import runs triggers when the user of the database may not omit them', async () => {
  expect(await importWith(restricted, 'restricted')).toEqual({ reactions: 1, seen: 1 })
})

test('other writes run triggers after an import on the same connections', async () => {
  await importWith(core, 'again')
  const [message] = await world.sql<{ id: number }>(
    'SELECT max(id)::int AS id FROM message WHERE realm_id = 1',
  )
  await ok(as('hamlet').post(`/messages/${message!.id}/reactions`, { emoji_name: 'tada' }))
  const seen = await world.sql('SELECT id::int FROM inserted_reaction')
  expect(seen).toEqual([message])
})

/** The kind of the ids of a table. */
const KIND_OF = new Map<string, Kind>(
  TABLES.flatMap(({ name, columns }) =>
    Object.values(columns).flatMap(({ own }) => (own === undefined ? [] : [[name, own] as const])),
  ),
)

test('the mapping refuses or drops a reference that the archive lacks in each column with a foreign key', async () => {
  expect([...KIND_OF.values()].sort()).toEqual([...KINDS].sort())
  const keys = await world.sql<{ from: string; to: string; columns: string[]; referenced: string[] }>(
    `SELECT c.conrelid::regclass::text AS "from", c.confrelid::regclass::text AS "to",
       ARRAY(SELECT attname::text FROM pg_attribute WHERE attrelid = c.conrelid AND attnum = ANY (c.conkey)) AS columns,
       ARRAY(SELECT attname::text FROM pg_attribute WHERE attrelid = c.confrelid AND attnum = ANY (c.confkey)) AS referenced
     FROM pg_constraint c WHERE c.contype = 'f' AND c.connamespace = 'public'::regnamespace`,
  )
  let checked = 0
  for (const { name, columns, generated } of TABLES) {
    for (const { to, columns: referring, referenced } of keys.filter(({ from }) => from === name)) {
      const what = `${name} (${referring.join()}) to ${to}`
      // The organization exists before its rows.
      if (to === 'realm') {
        expect(generated, what).toContain(referring.join())
        continue
      }
      expect(referenced, what).toEqual(['id'])
      const { map, isDeferred } = columns[referring.join()]!
      if (isDeferred) continue // an UPDATE, with triggers
      const asked: unknown[] = []
      const id = (kind: Kind, old: number) => {
        asked.push([kind, old])
        return null
      }
      const outcome = () => map!(7, { id } as Mapping, { [referring.join()]: 7 })
      try {
        expect(outcome(), what).toBeNull()
      } catch (error) {
        expect(error, what).toBeInstanceOf(DanglingReference)
      }
      expect(asked, what).toEqual([[KIND_OF.get(to), 7]])
      checked += 1
    }
  }
  expect(checked).toBeGreaterThan(40)
})

/** Columns with values of one import: when it ran, and names that it has drawn. */
const OF_ONE_IMPORT = new Set([
  'draft.changed_at',
  'attachment.storage_key',
  'attachment_picture.created_at',
  'realm.subdomain',
])

/** The rows of all tables of an organization in the order of their new ids, and the new ids of each kind. */
async function contentsOf(subdomain: string) {
  const [realm] = await world.sql<{ id: number }>('SELECT id FROM realm WHERE subdomain = $1', [subdomain])
  const rows: [table: string, row: Record<string, unknown>][] = []
  const ids = [realm!.id]
  for (const { name, rows: from, order, columns } of TABLES) {
    const found = await world.sql<{ row: Record<string, unknown> }>(
      `SELECT to_jsonb(t) AS row FROM ${from} ORDER BY ${order}`,
      [realm!.id],
    )
    for (const { row } of found) {
      if (columns.id?.own !== undefined) ids.push(Number(row.id))
      for (const column of Object.keys(row)) if (OF_ONE_IMPORT.has(`${name}.${column}`)) delete row[column]
      // The ids that nothing references.
      if (columns.id === undefined && name !== 'realm') delete row.id
      rows.push([name, row])
    }
  }
  for (const name of ['event_head', 'notification_cursor']) {
    const [row] = await world.sql(`SELECT to_jsonb(t) AS row FROM ${name} t WHERE realm_id = $1`, [realm!.id])
    rows.push([name, row!])
  }
  return { rows, ids }
}

test('an import with triggers and one without them write the same rows', async () => {
  await fillNewestMessages(core)
  const [without, withThem] = [await contentsOf('superuser'), await contentsOf('restricted')]
  expect(without.ids).toHaveLength(withThem.ids.length)
  expect(new Set(without.rows.map(([table]) => table)).size).toBeGreaterThan(20)
  /** The id at the same place in the other copy, by pairs of ids. */
  const pairs = new Set(without.ids.map((id, index) => `${id} ${withThem.ids[index]}`))
  expect(without.rows).toHaveLength(withThem.rows.length)
  for (const [index, [table, row]] of without.rows.entries()) {
    const words = (value: unknown) => JSON.stringify(value).split(/(\d+)/)
    const [mine, others] = [words(row), words(withThem.rows[index]![1])]
    expect(mine, table).toHaveLength(others.length)
    for (const [place, word] of mine.entries()) {
      const other = others[place]!.replaceAll('restricted', 'superuser')
      if (word !== other && !pairs.has(`${word} ${other}`))
        expect(row, table).toEqual(withThem.rows[index]![1])
    }
  }
  const newest = without.rows
    .filter(([table]) => table === 'conversation')
    .map(([, row]) => row.newest_message_id)
  expect(newest.some((id) => Number(id) > 0)).toBe(true)
  expect(newest).not.toContain(null)
  expect(await violatedForeignKeys(world)).toEqual({})
})
