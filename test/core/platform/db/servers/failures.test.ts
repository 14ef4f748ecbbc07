import { expect, test } from 'vitest'
import {
  databaseFailureOf,
  isRefusal,
  mayRunAgain,
} from '../../../../../core/platform/db/servers/failures.ts'

const ENTITY = 'insert into "channel" ("name") values (\'Verona\') returning "id" - '

test.each(['', ENTITY])('a lost connection is recognised by its message: %j', (prefix) => {
  for (const message of [
    'Connection terminated',
    'Connection terminated unexpectedly',
    'Connection terminated due to connection timeout',
    'timeout expired',
    'timeout exceeded when trying to connect',
    'Query read timeout',
    'Client has encountered a connection error and is not queryable',
  ])
    expect(databaseFailureOf(new Error(prefix + message)), message).toBe('away')
})

test('a statement that was not sent can run again, also one of an entity', () => {
  const error = new Error(`${ENTITY}Client was closed and is not queryable`)
  expect([mayRunAgain(error), isRefusal(error)]).toEqual([true, true])
})

test('a user’s text is not mistaken for a lost connection', () => {
  const error = new Error("insert (' - Connection terminated') - value too long for type")
  expect(databaseFailureOf(error)).toBeUndefined()
})
