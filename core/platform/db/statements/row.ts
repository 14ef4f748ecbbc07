import type { InferEntity } from '@mikro-orm/core'

/**
 * The value of a property as a statement returns it: a timestamp is text, a missing value is null and never
 * undefined.
 */
type Returned<Value> = Value extends Date ? string : Value extends undefined ? never : Value

/**
 * The row type of a hand-written statement: columns of an entity under the names of their properties, for
 * example `Columns<typeof Draft, 'id' | 'topic'>`.
 */
export type Columns<Entity, Property extends keyof InferEntity<Entity>> = {
  readonly [Name in Property]: Returned<InferEntity<Entity>[Name]>
}

/**
 * Columns that may be null in the table, and that the condition of the statement selects only where they have
 * a value.
 */
export type NotNull<Row> = { readonly [Name in keyof Row]: NonNullable<Row[Name]> }

/** Columns of a left join, which are null when no row was joined. */
export type LeftJoined<Row> = { readonly [Name in keyof Row]: Row[Name] | null }
