import type pg from 'pg'
import { bytesReadOf, isWaiting } from './connection.ts'

/** Tells, from look to look, whether a statement waits for a server that sends nothing. */
export class SilentStatements {
  #read: ReadonlyMap<pg.Client, number> = new Map()

  /** Whether one of the connections waited at the last look too, and has read no byte since. */
  look(clients: Iterable<pg.Client>): boolean {
    const former = this.#read
    const waiting = [...clients].filter(isWaiting)
    this.#read = new Map(waiting.map((client) => [client, bytesReadOf(client)]))
    return waiting.some((client) => former.get(client) === this.#read.get(client))
  }
}
