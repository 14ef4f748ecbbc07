/** A hand-written statement, prepared once per connection under its name. */
export interface Statement {
  readonly name: string
  readonly text: string
}

/** Names are unique in the product: `<concept>.<verb>`. */
export function statement(name: string, text: string): Statement {
  return { name, text }
}

/** Runs statements: the pool, a transaction or a snapshot. One call is one round trip. */
export interface Sql {
  /**
   * Resolves to the rows of the result, with `bigint` columns as numbers. Rejects with the driver's error.
   */
  run<Row = Record<string, unknown>>(statement: Statement, values?: readonly unknown[]): Promise<Row[]>
}
