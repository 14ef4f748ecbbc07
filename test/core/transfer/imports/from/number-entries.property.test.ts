import { Readable } from 'node:stream'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { jsonRows } from '../../../../../core/transfer/imports/from/source/json-rows.ts'
import { checkProperty } from '../../../../harness/property.ts'

const FIELDS = ['a', 'long_name', 'b']

/** Reads JSON in chunks of `size` bytes: of each entry, the wanted fields; undefined when it is refused. */
async function entriesOf(json: string, size: number, fields?: readonly string[]) {
  const bytes = Buffer.from(json)
  const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, n) =>
    bytes.subarray(n * size, (n + 1) * size),
  )
  const file = { name: 'x.json', size: bytes.length, open: async () => Readable.from(chunks) }
  const found: unknown[] = []
  let numeric = 0
  try {
    for await (const { table, rows, numbers } of jsonRows(file, fields && { table: 'rows', fields })) {
      for (const row of rows) found.push([table, fieldsOf(row)])
      for (let at = 0; at < (numbers?.length ?? 0); at += FIELDS.length) {
        const values = [...numbers!.subarray(at, at + FIELDS.length)]
        found.push([table, values.map((value) => (Number.isNaN(value) ? undefined : value))])
        numeric += 1
      }
    }
  } catch (error) {
    expect((error as Error).message).toMatch(/^The archive is (?:broken|refused)/)
    return { found: undefined, numeric }
  }
  return { found, numeric }
}

const fieldsOf = (row: unknown): unknown =>
  typeof row === 'object' && row !== null && !Array.isArray(row)
    ? FIELDS.map((name) => (row as Record<string, unknown>)[name])
    : row

const value = fc.oneof(
  { weight: 8, arbitrary: fc.nat().map(String) },
  { weight: 2, arbitrary: fc.maxSafeNat().map(String) },
  fc.constantFrom(
    '0',
    '-1',
    '1.5',
    '1e3',
    '007',
    '12345678901234567890',
    'null',
    'true',
    '"7"',
    '{"a":1}',
    '[2]',
  ),
)
const name = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom(...FIELDS, 'other') },
  fc.constantFrom('a b', '', '\\u0061', '__proto__', 'ü'),
)
/** Spaces after `{`, before and after `:`, before and after `,`, before `}`. */
const spacing = fc.constantFrom(
  ['', '', '', '', '', ''],
  ['', '', ' ', '', ' ', ''],
  ['\n  ', '', ' ', '', '\n  ', '\n'],
  ['', ' ', '\t', ' ', '', ' '],
)
const fields = fc.array(fc.tuple(name, value), { maxLength: 4 })
const text = (
  pairs: readonly (readonly [string, string])[],
  [open, before, colon, end, comma, close]: readonly string[],
) =>
  `{${open}${pairs.map(([name, value]) => `"${name}"${before}:${colon}${value}`).join(`${end},${comma}`)}${close}}`
const entry = fc.oneof(
  { weight: 8, arbitrary: fc.tuple(fields, spacing).map(([pairs, spaces]) => text(pairs, spaces)) },
  fc.constantFrom('5', '"text"', '[]', 'null'),
)
const list = fc.oneof(
  fc.array(entry, { maxLength: 12 }),
  // Many entries of one layout, as in real archives.
  fc
    .tuple(fc.uniqueArray(fc.constantFrom(...FIELDS, 'other'), { minLength: 1 }), spacing, fc.array(fc.nat()))
    .map(([names, spaces, numbers]) =>
      numbers.map((number) =>
        text(
          names.map((name, index) => [name, String(number + index)] as const),
          spaces,
        ),
      ),
    ),
)

test('entries of numbers are the entries that JSON.parse reads, in their order', async () => {
  let numeric = 0
  const cases = fc.record({
    list,
    spaces: fc.constantFrom('', ' ', '\n'),
    size: fc.integer({ min: 1, max: 200 }),
  })
  await checkProperty(cases, 500, async ({ list, spaces, size }) => {
    const json = `{"other":[{"a":1}],"rows":[${list.join(`${spaces},${spaces}`)}${spaces}],"more":[{"a":2}]}`
    const read = await entriesOf(json, size, FIELDS)
    numeric += read.numeric
    expect(read.found).toEqual((await entriesOf(json, size)).found)
    const whole = await entriesOf(json, json.length + 10, FIELDS)
    expect(whole.found).toEqual(read.found)
    numeric += whole.numeric
  })
  expect(numeric).toBeGreaterThan(100)
})

test('a file with a wrong character is refused in the same cases', async () => {
  const cases = fc.record({
    list,
    size: fc.integer({ min: 1, max: 200 }),
    at: fc.nat(),
    character: fc.constantFrom(...'{}[],:"1 -.ex\\\n\0'),
  })
  await checkProperty(cases, 500, async ({ list, size, at, character }) => {
    const json = `{"rows":[${list.join(', ')}]}`
    const place = at % json.length
    for (const broken of [
      json.slice(0, place) + character + json.slice(place + 1),
      json.slice(0, place) + character + json.slice(place),
      json.slice(0, place) + json.slice(place + 1),
    ]) {
      const read = await entriesOf(broken, size, FIELDS)
      expect(read.found).toEqual((await entriesOf(broken, size)).found)
    }
  })
})

test('a comma after the last entry is refused, whatever was read of the list before', async () => {
  for (const size of [1, 5, 9, 10, 100]) {
    for (const fields of [FIELDS, undefined]) {
      for (const json of ['{"rows":[{"a":1},]}', '{"rows":[{"a":1},,{"a":1}]}', '{"rows":[,{"a":1}]}']) {
        expect((await entriesOf(json, size, fields)).found).toBeUndefined()
      }
    }
  }
})
