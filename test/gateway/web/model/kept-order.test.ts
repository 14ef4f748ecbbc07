import fc from 'fast-check'
import { expect, test } from 'vitest'
import { keptOrder } from '../../../../gateway/web/model/kept-order.ts'

interface Item {
  readonly id: number
  readonly name: string
}

const list = fc.uniqueArray(fc.record({ id: fc.integer({ min: 1, max: 40 }), name: fc.string() }), {
  selector: ({ id }) => id,
  maxLength: 40,
})
const byName = (a: Item, b: Item) => a.name.localeCompare(b.name) || a.id - b.id
const backwards = (a: Item, b: Item) => byName(b, a)

test('lists that come, change and go are sorted as by a sort without memory', () =>
  fc.assert(
    fc.property(fc.array(fc.tuple(list, fc.constantFrom(byName, backwards))), (lists) => {
      const sort = keptOrder<Item>(({ id }) => id)
      for (const [items, compare] of lists) expect(sort(items, compare)).toEqual([...items].sort(compare))
    }),
  ))

test('a list of 10,000 that has hardly changed needs hardly more than a comparison for each item', () => {
  const sort = keptOrder<Item>(({ id }) => id)
  const items = Array.from({ length: 10_000 }, (_, id) => ({ id, name: `Extra ${(id * 7919) % 10_000}` }))
  let compared = 0
  const counted = (a: Item, b: Item) => {
    compared += 1
    return byName(a, b)
  }
  sort(items, counted)
  expect(compared).toBeGreaterThan(100_000)
  compared = 0
  const changed = items.map((item) => (item.id === 5000 ? { ...item, name: 'Aaron' } : item))
  expect(sort(changed, counted)[0]!.name).toBe('Aaron')
  expect(compared).toBeLessThan(25_000)
})
