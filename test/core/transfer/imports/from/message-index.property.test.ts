import fc from 'fast-check'
import { expect, test } from 'vitest'
import { IdSet } from '../../../../../core/transfer/imports/from/reading/numbers/id-set.ts'
import { MessageIndex } from '../../../../../core/transfer/imports/from/reading/numbers/message-index.ts'
import { checkProperty } from '../../../../harness/property.ts'

/** More than one block of numbers. */
const MANY = 20_000

test('a set of ids finds what was added to it', () =>
  checkProperty(
    fc.record({ gaps: fc.array(fc.integer({ min: 1, max: 5 }), { maxLength: 200 }), isLong: fc.boolean() }),
    50,
    async ({ gaps, isLong }) => {
      const set = new IdSet()
      const ids: number[] = []
      for (const gap of isLong ? [...gaps, ...Array<number>(MANY).fill(2)] : gaps) {
        ids.push((ids.at(-1) ?? 0) + gap)
        set.add(ids.at(-1)!)
      }
      const last = ids.at(-1) ?? 0
      expect([set.size, set.last]).toEqual([ids.length, last])
      for (const id of [0, 1, 2, 3, last, last + 1, ...ids.slice(0, 20)]) {
        expect(set.indexOf(id)).toBe(ids.indexOf(id))
        expect(set.from(id)).toBe(ids.find((one) => one >= id))
      }
    },
  ))

test('an index of messages finds their conversations, in whichever order they came', () =>
  checkProperty(
    fc.record({
      ids: fc.uniqueArray(fc.integer({ min: 1, max: 300 }), { minLength: 1, maxLength: 100 }),
      isLong: fc.boolean(),
    }),
    50,
    async ({ ids, isLong }) => {
      const index = new MessageIndex()
      const all = isLong ? [...ids, ...Array.from({ length: MANY }, (_, n) => 1_000 + n)] : ids
      for (const id of all) index.add(id, id % 7, id * 10)
      const sorted = [...all].sort((a, b) => a - b)
      const last = sorted.at(-1)!
      expect(index.isAscending).toBe(all.every((id, n) => n === 0 || id > all[n - 1]!))
      if (!index.isAscending) index.sort()
      expect([index.size, index.last]).toEqual([all.length, last])
      for (const id of [...ids, 999, last]) {
        expect(index.conversationOf(id)).toBe(sorted.includes(id) ? id % 7 : undefined)
        expect(index.firstSince(id * 10 - 5)).toBe(sorted.find((one) => one >= id) ?? last + 1)
      }
      expect(Array.from(index.entries(), ([id]) => id)).toEqual(sorted)
    },
  ))
