import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { FlagBit } from '../../../../../core/content/messages/bits.ts'
import { NumberRows } from '../../../../../core/transfer/imports/from/reading/numbers/number-rows.ts'
import { ReadState } from '../../../../../core/transfer/imports/from/reading/read-state.ts'
import { checkProperty } from '../../../../harness/property.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'loquat-read-state-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const EXPLICIT = FlagBit.hasExplicitReadState | FlagBit.read
const LAST = 30

test('pointers and flags say of each message what its row says, in any order', async () => {
  const rows = fc.uniqueArray(
    fc.record({
      user: fc.integer({ min: 1, max: 2 }),
      message: fc.integer({ min: 1, max: LAST }),
      isRead: fc.boolean(),
      flags: fc.constantFrom(0, 0, 0, FlagBit.starred),
    }),
    { selector: ({ user, message }) => `${user} ${message}`, maxLength: 40 },
  )
  const cases = fc.record({
    rows,
    isAscending: fc.boolean(),
    maxPairs: fc.integer({ min: 1, max: 4 }),
    readAtOnceUpTo: fc.constantFrom(0, 10),
  })
  await checkProperty(cases, 300, async ({ rows, isAscending, maxPairs, readAtOnceUpTo }) => {
    const given = isAscending ? [...rows].sort((a, b) => a.message - b.message) : rows
    const state = new ReadState(folder, maxPairs)
    const conversationOf = (message: number) => 1 + (message % 2)
    for (const row of given) {
      state.add({ ...row, conversation: conversationOf(row.message) })
      await state.settle()
    }
    const pointers = new Map<string, number>()
    const flags = new Map<string, number>()
    const endOf = (_user: number, _conversation: number, reached: number) => reached
    for await (const records of state.records(endOf, (_u, _c, message) => message <= readAtOnceUpTo)) {
      for (const { table, row } of [records].flat()) {
        if (table === 'read_pointer')
          pointers.set(`${row.user_id} ${row.conversation_id}`, Number(row.message_id))
        else flags.set(`${row.user_id} ${row.message_id}`, Number(row.bits))
      }
    }
    for (const { user, message, isRead, flags: expected } of given) {
      const bits = flags.get(`${user} ${message}`) ?? 0
      const pointer = pointers.get(`${user} ${conversationOf(message)}`) ?? 0
      const isExplicit = (bits & FlagBit.hasExplicitReadState) !== 0
      const found = isExplicit ? (bits & FlagBit.read) !== 0 : message <= Math.max(pointer, readAtOnceUpTo)
      expect({ isRead: found, flags: bits & ~EXPLICIT }).toEqual({ isRead, flags: expected })
    }
  })
})

test('somebody who has read everything needs no row', async () => {
  const state = new ReadState(folder)
  for (let message = 1; message <= LAST; message += 1) {
    state.add({ user: 1, conversation: 1, message, isRead: true, flags: 0 })
  }
  const records: object[] = []
  for await (const some of state.records(
    () => LAST,
    () => false,
  ))
    records.push(...[some].flat())
  expect(records).toEqual([
    { table: 'read_pointer', row: { user_id: 1, conversation_id: 1, message_id: LAST } },
  ])
})

test('rows of numbers come back in their order from disk', async () => {
  const rows = new NumberRows(join(folder, 'rows'), 3)
  for (let n = 0; n < 50_000; n += 1) {
    rows.add(n, 2 ** 52 + n, -n)
    if (n % 1_000 === 0) await rows.settle()
  }
  let n = 0
  for await (const block of rows.read()) {
    for (let at = 0; at < block.length; at += 3, n += 1) {
      expect([block[at], block[at + 1], block[at + 2]]).toEqual([n, 2 ** 52 + n, -n])
    }
  }
  expect(n).toBe(50_000)
})
