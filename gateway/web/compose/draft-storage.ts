import type { WritingPlace } from './writing-place.ts'

/** A draft as this browser keeps it. */
export interface KeptDraft {
  readonly place: WritingPlace
  readonly content: string
  /** What is typed as the topic where the place leaves it open. */
  readonly topic: string
  /** The draft of the server that has this text, or an earlier state of it. */
  readonly serverId?: number
  /** Whether the server has this text. */
  readonly isSaved: boolean
  /** Unix milliseconds of the last change. */
  readonly changedAt: number
}

const prefixOf = (me: number): string => `loquat draft ${me} `

/** Reads a draft of an account. Storage that is full, foreign or forbidden counts as empty. */
export function readDraft(me: number, key: string): KeptDraft | undefined {
  try {
    const text = localStorage.getItem(prefixOf(me) + key)
    return text === null ? undefined : (JSON.parse(text) as KeptDraft)
  } catch {
    return undefined
  }
}

/** Writes a draft, or forgets it. */
export function writeDraft(me: number, key: string, draft: KeptDraft | undefined): void {
  try {
    if (draft === undefined) localStorage.removeItem(prefixOf(me) + key)
    else localStorage.setItem(prefixOf(me) + key, JSON.stringify(draft))
  } catch {
    // The server keeps the draft as well.
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
