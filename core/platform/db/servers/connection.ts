import type { Socket } from 'node:net'
import type pg from 'pg'

/** Parts of the driver's client that its types lack. */
interface Insides {
  readonly connection: {
    readonly stream: Socket
    on(event: 'errorMessage', listener: (error: { readonly code?: string }) => void): void
    emit(event: 'error', error: Error): void
  }
  /** The process of the server that works for the connection. */
  readonly processID: number | null
  readonly _activeQuery: unknown
  readonly _sentQueryQueue: readonly unknown[]
  /** Why the pool closes the connection instead of using it again. */
  __knex__disposed?: unknown
}

const insidesOf = (client: pg.Client) => client as unknown as Insides

/** The network connection of a client. */
export const socketOf = (client: pg.Client): Socket => insidesOf(client).connection.stream

/** Why the connection ended or is not used again; undefined while it is usable. */
export const endOf = (client: pg.Client): unknown => insidesOf(client).__knex__disposed

/** Whether a statement has no complete answer yet. */
export const isWaiting = (client: pg.Client): boolean => {
  const { _activeQuery, _sentQueryQueue } = insidesOf(client)
  return _activeQuery != null || _sentQueryQueue.length > 0
}

/** Bytes that the server has sent on the connection. */
export const bytesReadOf = (client: pg.Client): number => socketOf(client).bytesRead

/** The id of the server's process for the connection; 0 before it is known. */
export const processOf = (client: pg.Client): number => insidesOf(client).processID ?? 0

/** Makes the pool close the connection after its present use. */
export function retire(client: pg.Client, reason: Error): void {
  insidesOf(client).__knex__disposed ??= reason
}

/** Closes the connection at once. Statements without an answer fail. */
export function cut(client: pg.Client, reason: Error): void {
  retire(client, reason)
  socketOf(client).destroy()
}

/** Calls `report` when the server refuses a statement because it accepts no writes. */
export function onRefusedWrite(client: pg.Client, report: () => void): void {
  insidesOf(client).connection.on('errorMessage', ({ code }) => {
    if (code === READ_ONLY) report()
  })
}

/** SQLSTATE read_only_sql_transaction. */
export const READ_ONLY = '25006'

/**
 * Fails the COMMIT of a connection when the server ends its wait for the synchronous standby, because
 * somebody cancelled it. The server then answers COMMIT with success and a warning, but the standby may lack
 * the transaction.
 */
export function failUnreplicated(client: pg.Client): void {
  client.on('notice', ({ routine }) => {
    // The text of the warning depends on the server's language. It comes before the answer to COMMIT.
    if (routine !== 'SyncRepWaitForLSN') return
    const error = new Error(
      'the standby may lack this COMMIT, because its wait for the standby was cancelled',
    )
    insidesOf(client).connection.emit('error', error)
    cut(client, error)
  })
}
