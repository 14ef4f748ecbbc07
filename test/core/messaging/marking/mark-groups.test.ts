import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Mark } from '../../../../core/messaging/marking/mark.ts'
import { groupsOf, kindOf } from '../../../../core/messaging/marking/mark-groups.ts'

const mark = fc.record({
  user: fc.integer({ min: 1, max: 2 }).map((id) => ({ id })),
  messages: fc.uniqueArray(fc.nat(3), { minLength: 1, maxLength: 3 }),
  op: fc.constantFrom('add', 'remove'),
  flag: fc.constantFrom('read', 'starred', 'collapsed'),
}) as unknown as fc.Arbitrary<Mark>

const pairsOf = ({ user, messages }: Mark) => messages.map((id) => `${user.id} ${id}`)

test('each group is of one kind, and the marks of each pair stay in their order', () => {
  fc.assert(
    fc.property(fc.array(mark, { maxLength: 12 }), (marks) => {
      const groups = groupsOf(marks)
      const stored: [pair: string, mark: Mark][] = groups.flatMap(({ kind, byPair }) => {
        for (const each of byPair.values()) expect(kindOf(each)).toBe(kind)
        return [...byPair]
      })
      const asked = marks.flatMap((each) => pairsOf(each).map((pair) => [pair, each] as const))
      expect(stored).toHaveLength(asked.length)
      for (const pair of new Set(asked.map(([pair]) => pair))) {
        const of = (list: readonly (readonly [string, Mark])[]) =>
          list.filter(([each]) => each === pair).map(([, each]) => marks.indexOf(each))
        expect(of(stored)).toEqual(of(asked))
      }
      // All pairs of a mark are in the same group.
      expect(groups.flatMap(({ byPair }) => [...new Set(byPair.values())])).toHaveLength(marks.length)
    }),
  )
})

test('marks of different pairs need a group for each kind only', () => {
  const marks = Array.from({ length: 20 }, (_, n) => ({
    ...{ user: { id: 1 }, messages: [n], op: n % 2 === 0 ? 'add' : 'remove', flag: 'read' },
  })) as unknown as Mark[]
  expect(groupsOf(marks).map(({ kind, byPair }) => [kind, byPair.size])).toEqual([
    ['read', 10],
    ['unread', 10],
  ])
})
