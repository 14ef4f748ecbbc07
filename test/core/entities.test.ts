import { MikroORM } from '@mikro-orm/postgresql'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ENTITIES } from '../../core/entities.ts'
import { ormOptions } from '../../core/platform/db/orm.ts'
import { testServers } from '../harness/ask.ts'
import { readSchema, type Schema } from '../harness/schema.ts'
import { administer, databaseUrl, TEMPLATE } from '../harness/template.ts'

/** Objects that only the migrations create, with the reason. */
const MIGRATED_ONLY: readonly RegExp[] = [
  /^(event_head|notification_cursor) fillfactor=10$/, // storage parameters
  // A sequence that is no column's default: code takes ids before it writes the rows.
  /^message_id_seq bigint$/,
  /^conversation fillfactor=80$/,
  /^CREATE OR REPLACE FUNCTION public\.note_language\(/, // functions and triggers
  /^CREATE TRIGGER realm_language /,
  /^CREATE OR REPLACE FUNCTION public\.note_sent_messages\(/,
  /^CREATE TRIGGER message_sent /,
  /^CREATE OR REPLACE FUNCTION public\.note_moved_message\(/,
  /^CREATE TRIGGER message_moved_to /,
  /^CREATE OR REPLACE FUNCTION public\.forget_words\(/,
  /^CREATE TRIGGER (message|conversation)_forgets_words /,
]

/** Objects that only the entities declare, with the reason. */
const ENTITIES_ONLY: readonly RegExp[] = [
  /^(event_head|notification_cursor|conversation) $/, // storage parameters, as above
  // An entity needs a primary key; this one is the unique index user_topic_user, which has an expression.
  /^user_topic user_topic_pkey: PRIMARY KEY \(user_id, channel_id, topic\)$/,
  /^CREATE UNIQUE INDEX user_topic_pkey /,
]

const MADE = 'test_entities'
let migrated: Schema
let made: Schema
let changes: string

beforeAll(async () => {
  const { postgresUrl: cluster } = await testServers()
  const template = databaseUrl(cluster, TEMPLATE)
  migrated = await readSchema(template)
  changes = await withOrm(template, (orm) => orm.schema.getUpdateSchemaSQL({ wrap: false }))
  await administer(cluster, `CREATE DATABASE ${MADE}`)
  const url = databaseUrl(cluster, MADE)
  await createFunctions(url)
  await withOrm(url, (orm) => orm.schema.createSchema())
  made = await readSchema(url)
})

afterAll(async () => {
  const { postgresUrl } = await testServers()
  await administer(postgresUrl, `DROP DATABASE IF EXISTS ${MADE}`)
})

test('the schema generator finds no difference between the entities and the migrated database', () => {
  expect(changes.trim()).toBe('')
})

test('a schema from the entities equals the migrated one, definition by definition', () => {
  const parts = Object.keys(migrated) as (keyof Schema)[]
  const missing = parts.flatMap((part) => without(migrated[part], made[part], MIGRATED_ONLY))
  const additional = parts.flatMap((part) => without(made[part], migrated[part], ENTITIES_ONLY))
  expect({ missing, additional }).toEqual({ missing: [], additional: [] })
})

test('every listed exception is needed', () => {
  const lines = (schema: Schema) => Object.values(schema).flat()
  expect(MIGRATED_ONLY.filter((pattern) => !lines(migrated).some((line) => pattern.test(line)))).toEqual([])
  expect(ENTITIES_ONLY.filter((pattern) => !lines(made).some((line) => pattern.test(line)))).toEqual([])
})

function without(
  lines: readonly string[],
  others: readonly string[],
  exceptions: readonly RegExp[],
): string[] {
  return lines.filter(
    (line) => !others.includes(line) && !exceptions.some((exception) => exception.test(line)),
  )
}

/** The functions that indexes call: entities name them but do not create them. */
async function createFunctions(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  for (const sql of migrated.functions) if (!sql.includes('RETURNS trigger')) await client.query(sql)
  await client.end()
}

/** Comments exist in the code only, so that changing one needs no migration. */
async function withOrm<T>(url: string, use: (orm: MikroORM) => Promise<T>): Promise<T> {
  const orm = await MikroORM.init(ormOptions({ url, poolSize: 2, entities: ENTITIES }))
  try {
    for (const meta of Object.values(orm.getMetadata().getAll())) {
      meta.comment = undefined
      for (const property of meta.props) property.comment = undefined
    }
    return await use(orm)
  } finally {
    await orm.close(true)
  }
}
