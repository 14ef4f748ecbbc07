import fc from 'fast-check'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { id, line, longId, text } from '../../../../gateway/http/endpoint/parameter.ts'
import { plainValueTest } from '../../../../gateway/http/parameters/plain-values.ts'
import { DEPTH } from '../../../harness/property.ts'

const integer = fc.integer({ min: -20, max: 20 })
const bounded = fc
  .tuple(fc.option(integer), fc.option(integer))
  .map(([min, max]) => (min === null ? z.int() : z.int().min(min)).max(max ?? 20))

/** Schemas with a test, some of them in a wrapper. */
const plain: fc.Arbitrary<z.ZodType> = fc
  .tuple(
    fc.oneof(
      fc.nat(5).map((max) => z.string().max(max)),
      fc.constantFrom(z.string(), line(), text(), z.boolean(), z.int(), id(), longId()),
      bounded,
    ),
    fc.constantFrom('as it is', 'optional', 'nullable', 'default'),
  )
  .map(([schema, wrapper]) => {
    if (wrapper === 'optional') return schema.optional()
    if (wrapper === 'nullable') return schema.nullable()
    return wrapper === 'default' ? (schema as z.ZodType).default(7) : schema
  })

const value = fc.oneof(
  integer,
  fc.string({ maxLength: 7 }),
  fc.boolean(),
  fc.constantFrom(
    null,
    undefined,
    0.5,
    Number.NaN,
    Number.POSITIVE_INFINITY,
    2 ** 31,
    2 ** 53,
    -(2 ** 53),
    -0,
    '1',
  ),
  fc.array(integer, { maxLength: 2 }),
)

test('what the test accepts, the schema returns unchanged; of values with a type of the schema it accepts no fewer', () => {
  fc.assert(
    fc.property(plain, value, (schema, given) => {
      const accepts = plainValueTest(schema)!(given)
      const { success, data } = schema.safeParse(given)
      expect(accepts).toBe(success && Object.is(data, given) && given !== null && given !== undefined)
    }),
    { numRuns: 2_000 * DEPTH },
  )
})

test.each<[string, z.ZodType]>([
  ['changes', z.string().trim()],
  ['has a pattern', z.string().regex(/a/)],
  ['has a format', z.email()],
  ['has a least length', z.string().min(1)],
  ['is refined', z.string().refine((text) => text !== 'a')],
  ['is refined, of numbers', z.int().refine((number) => number !== 1)],
  ['is refined, of booleans', z.boolean().refine((is) => is)],
  [
    'is refined once it is optional',
    z
      .string()
      .optional()
      .refine((text) => text !== 'a'),
  ],
  [
    'is refined once it is nullable',
    z
      .int()
      .nullable()
      .refine((number) => number !== 1),
  ],
  [
    'changes once it has a default',
    z
      .string()
      .default('')
      .overwrite((text) => text.trim()),
  ],
  ['has an exclusive bound', z.int().gt(1)],
  ['is a fraction', z.number()],
  ['is coerced', z.coerce.number()],
  ['is a list', z.array(z.string())],
  ['is a transformation', z.string().transform(Number)],
  ['is a choice', z.union([z.string(), z.int()])],
])('a schema that %s has no test', (_, schema) => {
  expect(plainValueTest(schema)).toBeUndefined()
})
