import { z } from 'zod'
import { QUICK_CHECKS, type Row } from '../exports/archive/column.ts'
import { fileShape } from '../exports/archive/manifest.ts'
import type { Table } from '../exports/archive/table.ts'

/** Returns the shape of a table's rows in an archive that has these columns of it. */
export function rowShape({ columns, files }: Table, names: readonly string[]): z.ZodType {
  return z.strictObject({
    ...Object.fromEntries(names.map((name) => [name, columns[name]!.type])),
    ...(files && { files: z.record(z.string().max(20), fileShape) }),
  })
}

/**
 * Returns a quick check of whether a row has the shape. It is false also for rows that only the shape can
 * judge.
 */
export function certainRow({ columns, files }: Table, names: readonly string[]): (row: unknown) => boolean {
  if (files !== undefined) return () => false
  const checks = names.map((name) => ({ name, isCertain: certainValue(columns[name]!.type) }))
  return (row) =>
    typeof row === 'object' &&
    row !== null &&
    Object.keys(row).length === checks.length &&
    checks.every(({ name, isCertain }) => isCertain((row as Row)[name]))
}

function certainValue(type: z.ZodType): (value: unknown) => boolean {
  const isNullable = type.safeParse(null).success
  const inner = type instanceof z.ZodNullable ? (type.unwrap() as z.ZodType) : type
  const check = QUICK_CHECKS.get(inner)
  return (value) => (value === null ? isNullable : check?.(value) === true)
}
