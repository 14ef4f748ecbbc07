/** An object of a JSON file. */
export type Fields = Readonly<Record<string, unknown>>

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The first of these fields that has a value; products have renamed some. */
export const fieldOf = (fields: Fields, ...names: readonly string[]): unknown =>
  names.map((name) => fields[name]).find((value) => value != null)

const MAX_ID = 2 ** 32 - 1
/** The largest number stands for the place after all messages. */
const MAX_LONG_ID = Number.MAX_SAFE_INTEGER - 1

/** An id; 0 for a value that is none. */
export const idIn = (value: unknown): number => idUpTo(MAX_ID, value)

/** The id of a message, or of another row of which there are many; 0 for a value that is none. */
export const longIdIn = (value: unknown): number => idUpTo(MAX_LONG_ID, value)

function idUpTo(most: number, value: unknown): number {
  const id = typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value
  return typeof id === 'number' && Number.isInteger(id) && id > 0 && id <= most ? id : 0
}

/** A list of any entries; empty for a value that is no list. */
export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

/** Reads JSON that the archive holds as text; undefined for a text that is none. */
export function parsed(value: unknown): unknown {
  if (typeof value !== 'string') return value
  try {
    return JSON.parse(value)
  } catch {
    return undefined
  }
}

/** A whole number; null for a value that is none. */
export const integerOf = (value: unknown): number | null =>
  typeof value === 'number' && Number.isSafeInteger(value) ? value : null

/** A switch that may be unset. */
export const optionalBoolean = (value: unknown): boolean | null => (typeof value === 'boolean' ? value : null)
