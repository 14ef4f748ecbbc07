import { raw } from '@mikro-orm/core'

/**
 * Returns the new value of a `jsonb` column for an update: `values` instead of the keys `names`. Other keys
 * stay, such as those that a later version of the product has stored.
 */
export const replaceKeys = (column: string, names: readonly string[], values: object) =>
  raw('(?? - array[?]::text[]) || ?::jsonb', [column, names, JSON.stringify(values)])
