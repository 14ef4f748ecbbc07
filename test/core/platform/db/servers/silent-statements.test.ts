import type pg from 'pg'
import { expect, test } from 'vitest'
import { SilentStatements } from '../../../../../core/platform/db/servers/silent-statements.ts'

/** The parts of a connection that the class reads. */
function connection() {
  const inside = { _activeQuery: undefined as object | undefined, _sentQueryQueue: [] }
  const stream = { bytesRead: 0 }
  return {
    client: Object.assign(inside, { connection: { stream } }) as unknown as pg.Client,
    begin: () => {
      inside._activeQuery = {}
    },
    answer: () => {
      inside._activeQuery = undefined
      stream.bytesRead += 10
    },
  }
}

test('a statement is silent when it waits at two looks and nothing arrives between them', () => {
  const silent = new SilentStatements()
  const [one, other] = [connection(), connection()]
  const look = () => silent.look([one.client, other.client])
  expect(look()).toBe(false)
  one.begin()
  expect(look()).toBe(false)
  expect(look()).toBe(true)
  one.answer()
  expect(look()).toBe(false)
  // Another statement waits at each look, and the server answers between them.
  for (let n = 0; n < 3; n++) {
    one.begin()
    expect(look()).toBe(false)
    one.answer()
  }
  other.begin()
  expect([look(), look(), look()]).toEqual([false, true, true])
})
