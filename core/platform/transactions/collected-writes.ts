import type { EntityManager } from '@mikro-orm/postgresql'
import type { Statement } from '../db/statements/statement.ts'
import type { Audience } from '../events/audience.ts'
import type { EventBody } from '../events/event.ts'
import { type Head, isStateChange } from '../events/log.ts'
import type { RealmId } from '../ids.ts'
import type { Tx } from './transact.ts'
import { type WrittenEvent, writtenEvent } from './written-rows.ts'

/** The work needs a transaction with more than the writes that can be collected. Nothing was done. */
export class NeedsTransaction extends Error {}

/**
 * Collects the writes of a transaction. Everything but `emit` and the first `write` of statements that
 * `canWrite` accepts throws `NeedsTransaction`.
 */
export class CollectedWrites implements Tx {
  readonly events: WrittenEvent[] = []
  readonly writes = new Map<Statement, readonly unknown[]>()
  readonly realm: RealmId
  readonly #head: Head
  readonly #canWrite: (statement: Statement) => boolean

  /** `head`: the end of the log on which the work may rely. */
  constructor(realm: RealmId, head: Head, canWrite: (statement: Statement) => boolean) {
    this.realm = realm
    this.#head = head
    this.#canWrite = canWrite
  }

  get em(): EntityManager {
    throw new NeedsTransaction()
  }

  emit(event: EventBody, audience: Audience): void {
    const written = writtenEvent(event, audience)
    if (isStateChange(written)) throw new NeedsTransaction()
    this.events.push(written)
  }

  write(statement: Statement, values: readonly unknown[]): void {
    if (!this.#canWrite(statement) || this.writes.has(statement)) throw new NeedsTransaction()
    this.writes.set(statement, values)
  }

  async lockLog(): Promise<Head> {
    return this.#head
  }

  async run(): Promise<never> {
    throw new NeedsTransaction()
  }

  async copy(): Promise<never> {
    throw new NeedsTransaction()
  }

  enqueue(): never {
    throw new NeedsTransaction()
  }

  announceLater(): never {
    throw new NeedsTransaction()
  }
}
