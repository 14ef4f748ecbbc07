import type pg from 'pg'
import { cut, endOf, socketOf } from './connection.ts'
import { hasNoAnswer } from './failures.ts'

/**
 * Runs a query on one connection. Queries of the same tick go to Postgres in one write and come back in
 * order. Destroys the connection when no answer arrives in time.
 */
export function ask(client: pg.Client, query: string | pg.QueryConfig): Promise<pg.QueryResult> {
  writeTogether(client)
  return answered(client, client.query(query as pg.QueryConfig))
}

/** Waits for an answer of the driver as `ask` does. */
export async function answered<T>(client: pg.Client, answer: Promise<T>): Promise<T> {
  try {
    return await answer
  } catch (error) {
    if (error instanceof Error && hasNoAnswer(error)) cut(client, error)
    const ended = endOf(client)
    if (error instanceof Error && ended instanceof Error && ended !== error) error.cause ??= ended
    throw error
  }
}

/** Holds writes to the connection's socket back until the end of the tick. */
export function writeTogether(client: pg.Client): void {
  const stream = socketOf(client)
  if (stream.writableCorked > 0) return
  stream.cork()
  process.nextTick(() => stream.uncork())
}
