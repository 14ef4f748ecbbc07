import type { Conversation } from '../../model/conversation.ts'
import { randomId } from '../requests/random-id.ts'

/** A message that is being sent, which this browser stores until the server has it. */
export interface JournalEntry {
  readonly conversation: Conversation
  readonly content: string
  /** Unix milliseconds. */
  readonly sentAt: number
  /** The page that sends it. */
  readonly page: string
}

const PAGE = randomId()
const lockOf = (page: string) => `loquat page ${page}`
const prefixOf = (me: number) => `loquat unsent ${me} `
/** A page without browser locks counts as closed after this time: no request takes longer. */
const GONE_AFTER_MS = 11 * 60_000

// The lock shows other pages that this page still sends its messages.
void navigator.locks?.request(lockOf(PAGE), () => new Promise(() => undefined))

/** Stores a message until `forgetUnsent`. */
export function storeUnsent(me: number, localId: string, conversation: Conversation, content: string): void {
  const entry: JournalEntry = { conversation, content, sentAt: Date.now(), page: PAGE }
  try {
    localStorage.setItem(`${prefixOf(me)}${PAGE} ${localId}`, JSON.stringify(entry))
  } catch {
    // The page still has it in memory.
  }
}

export function forgetUnsent(me: number, localId: string): void {
  try {
    localStorage.removeItem(`${prefixOf(me)}${PAGE} ${localId}`)
  } catch {
    // Nothing was stored.
  }
}

/** Removes and returns the messages of pages that were closed before the server responded. */
export async function removeAbandoned(me: number): Promise<JournalEntry[]> {
  const open = await navigator.locks?.query()
  const isOpen = ({ page, sentAt }: JournalEntry) =>
    page === PAGE ||
    (open === undefined
      ? Date.now() - sentAt < GONE_AFTER_MS
      : (open.held?.some(({ name }) => name === lockOf(page)) ?? false))
  const taken: JournalEntry[] = []
  try {
    for (const key of Object.keys(localStorage)) {
      if (!key.startsWith(prefixOf(me))) continue
      const entry = JSON.parse(localStorage.getItem(key)!) as JournalEntry
      if (isOpen(entry)) continue
      localStorage.removeItem(key)
      taken.push(entry)
    }
  } catch {
    // Invalid or forbidden storage.
  }
  return taken
}

/** The messages of an account that this browser stores. */
export const unsentOf = (me: number): readonly JournalEntry[] =>
  keysOf(me).flatMap((key) => {
    try {
      return JSON.parse(localStorage.getItem(key)!) as JournalEntry
    } catch {
      return []
    }
  })

/** Deletes the messages of an account from this browser. */
export function forgetAllUnsent(me: number): void {
  for (const key of keysOf(me)) localStorage.removeItem(key)
}

function keysOf(me: number): string[] {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(prefixOf(me)))
  } catch {
    return []
  }
}
