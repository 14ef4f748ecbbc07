/** A hand-written statement, prepared once per connection under its name. */
export interface Statement {
  readonly name: string
  readonly text: string
}

/** Names are unique in the product: `<concept>.<verb>`. */
export function statement(name: string, text: string): Statement {
  return { name, text }
}

/** Whatever can run a statement: the pool, a transaction, a snapshot. One call is one round trip. */
export interface Sql {
  /** Rows of the result; `bigint` columns are numbers. Rejects with the driver's error. */
  run<Row = Record<string, unknown>>(statement: Statement, values?: readonly unknown[]): Promise<Row[]>
}
