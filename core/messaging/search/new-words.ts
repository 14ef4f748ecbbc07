import { statement } from '../../platform/db/statements/statement.ts'
import type { Core } from '../../state/core.ts'

/** A search reads the words of a thousand messages in less than a millisecond. Most events are messages. */
const EVENTS_PER_MERGE = 1_000

/** Waits for a merge that another process has begun. */
const MERGE_WORDS = statement('search.merge-words', `SELECT gin_clean_pending_list('message_words') AS pages`)

/**
 * Keeps the list of new words short. Postgres adds the words of new and edited messages to a list at first,
 * which every search reads. It merges the list into the index at the limit of the list, 8 MiB. A merge after
 * every thousand events keeps searches quick, and no message waits for it. A merge of an empty list is one
 * cheap statement.
 */
export class NewWords {
  readonly #core: Core
  readonly #eventsPerMerge: number
  #events = 0
  #isMerging = false
  #mayMerge = true

  constructor(core: Core, eventsPerMerge = EVENTS_PER_MERGE) {
    this.#core = core
    this.#eventsPerMerge = eventsPerMerge
  }

  /** Call it after this process has committed events. Returns the merge that it begins, which never fails. */
  noteCommitted(events: number): Promise<void> | undefined {
    this.#events += events
    if (this.#events < this.#eventsPerMerge || this.#isMerging || !this.#mayMerge) return undefined
    this.#events = 0
    return this.#merge()
  }

  async #merge(): Promise<void> {
    this.#isMerging = true
    this.#mayMerge = await mergeWords(this.#core)
    this.#isMerging = false
  }
}

const INSUFFICIENT_PRIVILEGE = '42501'

/**
 * Merges the list of new words into the index of messages. Never fails: Postgres merges it at its limit at
 * the latest. Resolves to false when the user of the database may not merge it, because somebody else owns
 * the table.
 */
export async function mergeWords(core: Core): Promise<boolean> {
  try {
    await core.db.run(MERGE_WORDS)
    return true
  } catch (error) {
    core.log.warn({ err: error }, 'the words of new messages are not merged into the index yet')
    return (error as { code?: unknown }).code !== INSUFFICIENT_PRIVILEGE
  }
}

const ofCores = new WeakMap<Core, NewWords>()

/** Notes events that this process has committed. Returns at once and never fails. */
export function noteCommitted(core: Core, events: number): void {
  let words = ofCores.get(core)
  if (words === undefined) {
    words = new NewWords(core)
    ofCores.set(core, words)
  }
  void words.noteCommitted(events)
}
