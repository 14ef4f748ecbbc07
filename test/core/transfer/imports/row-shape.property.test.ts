import fc from 'fast-check'
import { expect, test } from 'vitest'
import { QUICK_CHECKS } from '../../../../core/transfer/exports/archive/column.ts'
import { TABLES } from '../../../../core/transfer/exports/archive/tables.ts'
import { certainRow, rowShape } from '../../../../core/transfer/imports/row-shape.ts'
import { DEPTH } from '../../../harness/property.ts'

const MESSAGE = {
  id: 7,
  conversation_id: 3,
  channel_id: null,
  sender_id: 2,
  client: 'website',
  content: 'héron 🐦',
  rendered_content: '<p>héron 🐦</p>',
  sent_at: '2026-01-02T03:04:05.678901+00:00',
  bits: 8,
  last_edit_at: null,
  last_moved_at: null,
  edit_history: null,
  arrived_at: null,
  arrival_id: 0,
  language: 0,
}

const BORDERS = [0, -0, 1, -1, 1.5, 2 ** 31 - 1, 2 ** 31, -(2 ** 31), 2 ** 53 - 1, 2 ** 53, Number.MAX_VALUE]
const TEXTS = [
  '',
  'x',
  'a\0',
  '\ud800',
  '\udc00x',
  '2026-01-02',
  '2026-01-02T03:04:05+00:00',
  '2026-01-02T03:04Z',
]

/** A value of JSON, often at the limits of a column. */
const values = fc.oneof(
  fc.constantFrom<unknown>(null, true, false, ...BORDERS, ...TEXTS, '\n2026-01-02T03:04:05+00:00\n'),
  fc.string({ unit: 'binary' }),
  fc.date({ noInvalidDate: true }).map((date) => date.toISOString().replace('Z', '+00:00')),
  fc.integer(),
  fc.maxSafeInteger(),
  fc.jsonValue(),
)

test('a quick check accepts only what its type accepts and leaves as it is', () => {
  fc.assert(
    fc.property(values, (value) => {
      for (const [type, accepts] of QUICK_CHECKS) {
        if (accepts(value)) expect(type.safeParse(value)).toEqual({ success: true, data: value })
      }
    }),
    { numRuns: 1000 * DEPTH },
  )
})

test('a row that is certain has the shape, whatever is changed, added or left out', () => {
  const table = TABLES.find(({ name }) => name === 'message')!
  const names = Object.keys(table.columns)
  const isCertain = certainRow(table, names)
  const shape = rowShape(table, names)
  expect(isCertain(MESSAGE)).toBe(true)
  const keys = fc.constantFrom(...names, 'files', '__proto__', 'constructor')
  fc.assert(
    fc.property(
      fc.array(fc.tuple(keys, fc.option(values, { nil: undefined })), { maxLength: 3 }),
      (changes) => {
        const row: Record<string, unknown> = { ...MESSAGE }
        for (const [key, value] of changes) {
          if (value === undefined) delete row[key]
          else
            Object.defineProperty(row, key, { value, enumerable: true, configurable: true, writable: true })
        }
        if (isCertain(row)) expect(shape.safeParse(row)).toEqual({ success: true, data: row })
      },
    ),
    { numRuns: 1000 * DEPTH },
  )
  for (const other of [null, 'row', 7, [], [MESSAGE]]) expect(isCertain(other)).toBe(false)
})
