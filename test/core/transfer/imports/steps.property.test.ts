import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Table } from '../../../../core/transfer/exports/archive/table.ts'
import { inTurn, mayWriteTogether, type Step } from '../../../../core/transfer/imports/steps.ts'
import type { TablePart } from '../../../../core/transfer/imports/verify.ts'

const tableNamed = (name: string, hasIndependentParts: boolean): Table => ({
  name,
  rows: '',
  shared: '',
  order: '',
  columns: {},
  ...(hasIndependentParts && { hasIndependentParts: true }),
})

/** Tables with their parts. Each table references some of the tables before it. */
const tables = fc
  .array(
    fc.record({
      parts: fc.integer({ min: 0, max: 5 }),
      isIndependent: fc.boolean(),
      references: fc.array(fc.nat({ max: 7 })),
    }),
    { maxLength: 8 },
  )
  .map((drawn) => {
    const all = drawn.map(({ isIndependent }, index) => tableNamed(`t${index}`, isIndependent))
    const references = new Map(
      drawn.map(({ references }, index) => [
        all[index]!,
        new Set(references.filter((to) => to < index).map((to) => `t${to}`)),
      ]),
    )
    const parts = drawn.flatMap(({ parts }, index) =>
      Array.from({ length: parts }, (_, n): TablePart => {
        const name = `t${index}/${String(n).padStart(6, '0')}.ndjson`
        return { table: all[index]!, part: { name, rows: 1, bytes: 1, sha256: '' } }
      }),
    )
    return { parts, references: (table: Table) => references.get(table)! }
  })

test('every part comes once, after the parts that its rows reference and the former parts of its table', () => {
  fc.assert(
    fc.property(tables, ({ parts, references }) => {
      const ordered = inTurn(parts, references)
      expect(new Set(ordered)).toEqual(new Set(parts))
      expect(ordered).toHaveLength(parts.length)
      for (const [index, { table, part }] of ordered.entries()) {
        for (const later of ordered.slice(index + 1)) {
          expect(references(table).has(later.table.name)).toBe(false)
          if (later.table === table) expect(later.part.name > part.name).toBe(true)
        }
      }
    }),
  )
})

test('a step is written beside a former one unless it needs its rows or can share a key with them', () => {
  const reaction = tableNamed('reaction', false)
  const message = tableNamed('message', true)
  const draft = tableNamed('draft', false)
  const references = ({ name }: Table) => new Set(name === 'reaction' ? ['message'] : [])
  const step = (table: Table, what: Step['do'] = 'rows'): Step => ({
    table,
    part: { name: `${table.name}/000001.ndjson`, rows: 1, bytes: 1, sha256: '' },
    do: what,
  })
  const together = (later: Step, former: Step) => mayWriteTogether(later, former, references)
  expect(together(step(message), step(message))).toBe(true)
  expect(together(step(draft), step(message))).toBe(true)
  expect(together(step(draft), step(draft))).toBe(false)
  expect(together(step(reaction), step(message))).toBe(false)
  expect(together(step(draft, 'deferred'), step(message))).toBe(false)
})
