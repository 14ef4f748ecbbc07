import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { prepareValue } from 'pg/lib/utils.js'
import { serialize } from 'pg-protocol'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Database } from '../../../../core/platform/db/database.ts'
import { World } from '../../../harness/world.ts'

/**
 * The parts of the driver and of the pool that are not in their types and that this product uses. They may
 * change in any release, so the versions are pinned. Before another version, compare `source` of both
 * versions with the files in `usedIn`, then change the version here.
 */
const PARTS = {
  pg: {
    version: '8.23.1',
    source: ['lib/client.js', 'lib/connection.js', 'lib/query.js', 'lib/utils.js'],
    usedIn: {
      'servers/connection.ts': ['connection', 'processID', '_activeQuery', '_sentQueryQueue'],
      'statements/copy.ts': ['pg.Query', 'callback', 'handleCopyInResponse', 'endCopyFrom'],
      'statements/group-query.ts': [
        ...['pg.Query', 'callback', 'parsedStatements', 'submittedNamedStatements'],
        ...['handleRowDescription', 'handleDataRow', 'handleCommandComplete'],
      ],
      'statements/statement-groups.ts': ['prepareValue'],
      'orm.ts': ['pipeline'],
    },
  },
  'pg-protocol': {
    version: '1.16.1',
    source: ['dist/serializer.js'],
    usedIn: { 'statements/group-query.ts': ['parse', 'bind', 'describe', 'execute', 'sync'] },
  },
  // Of MikroORM, whose version is exact too.
  knex: {
    version: '3.2.10',
    source: ['lib/client.js', 'lib/dialects/postgres/index.js', 'lib/execution/transaction.js'],
    usedIn: {
      'orm.ts': [
        'acquireRawConnection',
        'connectionSettings',
        'version',
        'checkVersion',
        'setSchemaSearchPath',
      ],
      'servers/connection.ts': ['__knex__disposed'],
      'database.ts': [
        ...['pool', 'numUsed', 'numFree', 'numPendingAcquires', 'numPendingCreates', 'acquireRequest'],
        ...['acquireConnection', 'releaseConnection', 'transacting', 'setTransactionContext'],
      ],
    },
  },
} as const

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url))
const FOLDER = `${ROOT}core/platform/db/`
const textOf = (path: string) => readFileSync(path, 'utf8')
const packageFolder = (name: string) => `${ROOT}node_modules/${name}/`

test.each(Object.entries(PARTS))(
  '%s has the version with which its private parts were compared',
  (name, part) => {
    const { source, version } = part
    const folder = packageFolder(name)
    expect(JSON.parse(textOf(`${folder}package.json`)).version).toBe(version)
    for (const path of source) expect(existsSync(folder + path), path).toBe(true)
    const declared = JSON.parse(textOf(`${ROOT}package.json`)).dependencies
    expect(declared[name] ?? version).toBe(version)
  },
)

test.each(Object.entries(PARTS))('the files that use private parts of %s are listed', (_, { usedIn }) => {
  for (const [file, names] of Object.entries<readonly string[]>(usedIn)) {
    const text = textOf(FOLDER + file)
    for (const name of names) expect(text, `${name} in ${file}`).toContain(name)
  }
})

let world: World
let db: Database
beforeAll(async () => {
  world = await World.create()
  db = await Database.open({ url: world.env.DATABASE_URL!, poolSize: 1 })
})
afterAll(async () => {
  await db?.close()
  await world?.close()
})

/** The kind of each member, as `typeof` and for lists `list`. */
const kindsOf = (whole: object, names: readonly string[]): Record<string, string> =>
  Object.fromEntries(
    names.map((name) => {
      const value = (whole as Record<string, unknown>)[name]
      return [name, Array.isArray(value) ? 'list' : typeof value]
    }),
  )

test('the private parts of the driver are there', async () => {
  const client = await db.acquire()
  try {
    expect(
      kindsOf(client, ['connection', 'processID', '_activeQuery', '_sentQueryQueue', 'pipeline']),
    ).toEqual({
      ...{ connection: 'object', processID: 'number', _activeQuery: 'object' },
      ...{ _sentQueryQueue: 'list', pipeline: 'boolean' },
    })
    const { connection } = client as unknown as { connection: object }
    expect(
      kindsOf(connection, ['stream', 'parsedStatements', 'submittedNamedStatements', 'endCopyFrom']),
    ).toEqual({
      ...{ stream: 'object', parsedStatements: 'object' },
      ...{ submittedNamedStatements: 'object', endCopyFrom: 'function' },
    })
    const handlers = [
      'handleRowDescription',
      'handleDataRow',
      'handleCommandComplete',
      'handleCopyInResponse',
    ]
    expect(kindsOf(pg.Query.prototype, handlers)).toEqual(
      Object.fromEntries(handlers.map((name) => [name, 'function'])),
    )
    const messages = PARTS['pg-protocol'].usedIn['statements/group-query.ts']
    expect(kindsOf(serialize, messages)).toEqual(
      Object.fromEntries(messages.map((name) => [name, 'function'])),
    )
    expect(prepareValue([1, null, 'a"'])).toBe('{"1",NULL,"a\\""}')
  } finally {
    await db.release(client)
  }
})

test('the private parts of the pool are there', () => {
  const { client } = db.orm.em.getConnection().getKnex()
  const methods = [
    'acquireRawConnection',
    'checkVersion',
    'setSchemaSearchPath',
    'acquireConnection',
    'releaseConnection',
  ]
  expect(kindsOf(client, [...methods, 'connectionSettings', 'pool'])).toEqual({
    ...Object.fromEntries(methods.map((name) => [name, 'function'])),
    ...{ connectionSettings: 'object', pool: 'object' },
  })
  const counts = ['numUsed', 'numFree', 'numPendingAcquires', 'numPendingCreates', 'on']
  expect(kindsOf(client.pool, counts)).toEqual(Object.fromEntries(counts.map((name) => [name, 'function'])))
})
