import type { WritingPlace } from './writing-place.ts'

/** A draft as this browser keeps it. */
export interface KeptDraft {
  readonly place: WritingPlace
  readonly content: string
  /** The typed topic, where the place has none. */
  readonly topic: string
  /** The draft of the server with this text or an earlier version of it. */
  readonly serverId?: number
  /** Whether the server has this text. */
  readonly isSaved: boolean
  /** Unix milliseconds of the last change. */
  readonly changedAt: number
}

const prefixOf = (me: number): string => `loquat draft ${me} `

/** Reads a draft of an account. Full, invalid or forbidden storage counts as empty. */
export function readDraft(me: number, key: string): KeptDraft | undefined {
  try {
    const text = localStorage.getItem(prefixOf(me) + key)
    return text === null ? undefined : (JSON.parse(text) as KeptDraft)
  } catch {
    return undefined
  }
}

/** Writes a draft, or deletes it. */
export function writeDraft(me: number, key: string, draft: KeptDraft | undefined): void {
  try {
    if (draft === undefined) localStorage.removeItem(prefixOf(me) + key)
    else localStorage.setItem(prefixOf(me) + key, JSON.stringify(draft))
  } catch {
    // The server has the draft as well.
  }
}

/** The keys of all drafts of an account. */
export function draftKeys(me: number): string[] {
  try {
    const prefix = prefixOf(me)
    return Object.keys(localStorage).flatMap((key) =>
      key.startsWith(prefix) ? key.slice(prefix.length) : [],
    )
  } catch {
    return []
  }
}

/**
 * Calls `emptied` with the former draft when another page of the browser deletes or empties one of an account.
 * Returns the function that ends this.
 */
export function onEmptiedElsewhere(me: number, emptied: (former: KeptDraft) => void): () => void {
  const parse = (value: string | null) => (value === null ? undefined : (JSON.parse(value) as KeptDraft))
  const changed = ({ key, oldValue, newValue }: StorageEvent) => {
    if (!key?.startsWith(prefixOf(me))) return
    const former = parse(oldValue)
    if (former?.content && !parse(newValue)?.content) emptied(former)
  }
  addEventListener('storage', changed)
  return () => removeEventListener('storage', changed)
}
