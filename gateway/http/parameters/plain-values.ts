import type { z } from 'zod'

/**
 * Returns a test for values that the schema takes and returns unchanged: it is never true of any other value.
 * Undefined for a schema that is no string, integer or boolean with at most bounds. The test costs less than
 * a tenth of the schema, and most parameters are plain.
 */
export function plainValueTest(schema: z.ZodType): ((value: unknown) => boolean) | undefined {
  return testOf(schema as unknown as z.core.$ZodTypes)
}

function testOf(schema: z.core.$ZodTypes): ((value: unknown) => boolean) | undefined {
  const { def } = schema._zod
  switch (def.type) {
    case 'optional':
    case 'default':
    case 'nullable':
      return isRefined(def) ? undefined : testOf(def.innerType as z.core.$ZodTypes)
    case 'string':
      return stringTest(def)
    case 'number':
      return integerTest(def as z.core.$ZodNumberDef & Partial<z.core.$ZodNumberFormatDef>)
    case 'boolean':
      return isRefined(def) || def.coerce === true ? undefined : (value) => typeof value === 'boolean'
    default:
      return undefined
  }
}

/** For schemas that have no bounds: each of their checks refines them. */
const isRefined = ({ checks = [] }: z.core.$ZodTypeDef): boolean => checks.length > 0

type Bound = z.core.$ZodCheckMaxLengthDef | z.core.$ZodCheckGreaterThanDef | z.core.$ZodCheckLessThanDef

const boundsOf = (checks: readonly z.core.$ZodCheck<never>[] | undefined): readonly Bound[] =>
  (checks ?? []).map((check) => check._zod.def as Bound)

function stringTest({ checks, coerce, ...def }: z.core.$ZodStringDef) {
  if (coerce === true || 'format' in def) return undefined
  let max = Number.POSITIVE_INFINITY
  for (const bound of boundsOf(checks)) {
    if (bound.check !== 'max_length') return undefined
    max = Math.min(max, bound.maximum)
  }
  return (value: unknown) => typeof value === 'string' && value.length <= max
}

function integerTest({ checks, coerce, format }: z.core.$ZodNumberDef & Partial<z.core.$ZodNumberFormatDef>) {
  if (coerce === true || format !== 'safeint') return undefined
  let [min, max] = [Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER]
  for (const bound of boundsOf(checks)) {
    if (bound.check === 'greater_than' && bound.inclusive) min = Math.max(min, Number(bound.value))
    else if (bound.check === 'less_than' && bound.inclusive) max = Math.min(max, Number(bound.value))
    else return undefined
  }
  return (value: unknown) => Number.isInteger(value) && (value as number) >= min && (value as number) <= max
}
