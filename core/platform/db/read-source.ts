import type { Database } from './database.ts'
import type { Sql, Statement } from './statements/statement.ts'

/**
 * A server that a read may use: the primary, or a replica in one snapshot that is recent enough for the read
 * (`replicas.ts`).
 */
export interface ReadSource extends Sql {
  /** The connections of the server. */
  readonly server: Database
  readonly isReplica: boolean
  /** As `Database.runWithin`. */
  runWithin<Row>(milliseconds: number, statement: Statement, values?: readonly unknown[]): Promise<Row[]>
}
