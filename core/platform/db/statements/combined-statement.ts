import { moveParameters, parametersOf } from './parameters.ts'
import { type Sql, type Statement, statement } from './statement.ts'

/** Rows that somebody has asked for. */
interface Wanted {
  readonly values: readonly unknown[]
  readonly rows: Promise<unknown[]>
  resolve(rows: unknown[]): void
  reject(error: unknown): void
}

/** A statement of a combination, and the place of its first parameter among the parameters of all. */
interface Part {
  readonly statement: Statement
  readonly parameters: number
  readonly offset: number
}

/**
 * Several statements as one that answers each as a list of rows in JSON. Postgres and the driver take most of
 * their time for small statements to begin and to end them. Those that nobody asks for do not run. Rows have
 * the values that `Sql.run` gives, except for points in time: their text has the form of ISO 8601.
 */
export class CombinedStatement {
  readonly #parts: ReadonlyMap<Statement, Part>
  readonly #whole: Statement
  readonly #parameters: number

  /** `name`: name of the combined statement. At most 31 statements. */
  constructor(name: string, statements: readonly Statement[]) {
    let offset = 1 // after the parameter that says which of them run
    const parts = statements.map((statement) => {
      const part = { statement, parameters: parametersOf(statement), offset }
      offset += part.parameters
      return part
    })
    this.#parameters = offset
    this.#parts = new Map(parts.map((part) => [part.statement, part]))
    this.#whole = statement(name, `SELECT ${parts.map(listOf).join(',\n')}`)
  }

  /**
   * Returns an `Sql` on which the statements that begin in one turn of the event loop run as one, in the
   * snapshot and round trip of `sql`. The same statement with the same values runs once. Other statements run
   * as on `sql`.
   */
  over(sql: Sql): Sql {
    let wanted = new Map<Statement, Wanted>()
    const send = () => {
      const asked = wanted
      wanted = new Map()
      this.#run(sql, asked)
    }
    return {
      run: <Row>(query: Statement, values: readonly unknown[] = []) => {
        if (!this.#parts.has(query)) return sql.run<Row>(query, values)
        const known = wanted.get(query)
        if (known !== undefined && !isSame(known.values, values)) return sql.run<Row>(query, values)
        if (wanted.size === 0) queueMicrotask(send)
        if (known === undefined) wanted.set(query, want(values))
        return wanted.get(query)!.rows as Promise<Row[]>
      },
    }
  }

  #run(sql: Sql, wanted: ReadonlyMap<Statement, Wanted>): void {
    if (wanted.size === 1) {
      for (const [query, { values, resolve, reject }] of wanted) sql.run(query, values).then(resolve, reject)
      return
    }
    const values: unknown[] = new Array(this.#parameters).fill(null)
    let mask = 0
    for (const [number, part] of [...this.#parts.values()].entries()) {
      const asked = wanted.get(part.statement)
      if (asked === undefined) continue
      mask |= 1 << number
      for (const [index, value] of asked.values.entries()) values[part.offset + index] = value
    }
    values[0] = mask
    sql.run<Readonly<Record<string, unknown[] | null>>>(this.#whole, values).then(
      ([lists]) => {
        for (const [{ name }, { resolve }] of wanted) resolve(lists![name] ?? [])
      },
      (error) => {
        for (const { reject } of wanted.values()) reject(error)
      },
    )
  }
}

function want(values: readonly unknown[]): Wanted {
  let resolve!: Wanted['resolve']
  let reject!: Wanted['reject']
  const rows = new Promise<unknown[]>((onRows, onError) => {
    resolve = onRows
    reject = onError
  })
  return { values, rows, resolve, reject }
}

const isSame = (some: readonly unknown[], others: readonly unknown[]): boolean =>
  some.length === others.length && some.every((value, index) => value === others[index])

/**
 * SQL for the column with the rows of a part. Postgres runs a subquery of CASE only when it needs its value.
 */
function listOf({ statement, offset }: Part, number: number): string {
  const rows = `SELECT json_agg(r) FROM (\n${moveParameters(statement, offset)}\n) r`
  return `CASE WHEN $1::int & ${1 << number} <> 0 THEN (${rows}) END AS "${statement.name}"`
}
