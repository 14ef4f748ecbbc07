import { RANDOM_ID_LENGTH, randomId } from '../store/requests/random-id.ts'
import { eachPage } from '../store/state/page.ts'
import type { Store } from '../store/state/store.ts'
import type { WritingPlace } from './writing-place.ts'

/** A draft as this browser keeps it. */
export interface KeptDraft {
  readonly place: WritingPlace
  readonly content: string
  /** The typed topic, where the place has none. */
  readonly topic: string
  /** The draft of the server with this text or an earlier version of it. */
  readonly serverId?: number
  /** The draft that the server was asked to create, while the answer with its id is missing. */
  readonly requested?: { readonly content: string; readonly topic: string }
  /** Whether the server has this text. */
  readonly isSaved: boolean
  /** Unix milliseconds of the last change. */
  readonly changedAt: number
  /** The newest message of the topic when the text was begun, which tells where the topic is now. */
  readonly after?: number
}

const prefixOf = (me: number): string => `loquat draft ${me} `

/** What the storage did not take, because it is full or forbidden. This page alone has it. */
const notTaken = eachPage(() => ({
  /** Drafts by their key in the storage. */
  drafts: new Map<string, string>(),
  /** The slots that this page has chosen. */
  slots: new Map<string, string>(),
}))

/** Reads a draft of an account. Invalid storage counts as empty. */
export function readDraft(store: Store, key: string): KeptDraft | undefined {
  try {
    const id = prefixOf(store.me) + key
    const text = notTaken(store).drafts.get(id) ?? localStorage.getItem(id)
    return text === null ? undefined : (JSON.parse(text) as KeptDraft)
  } catch {
    return undefined
  }
}

/** Writes a draft, or deletes it. */
export function writeDraft(store: Store, key: string, draft: KeptDraft | undefined): void {
  const id = prefixOf(store.me) + key
  const { drafts } = notTaken(store)
  drafts.delete(id)
  try {
    if (draft === undefined) localStorage.removeItem(id)
    else localStorage.setItem(id, JSON.stringify(draft))
  } catch {
    if (draft !== undefined) drafts.set(id, JSON.stringify(draft))
  }
}

/** The keys of all drafts of an account. */
export function draftKeys(store: Store): string[] {
  const prefix = prefixOf(store.me)
  const keys = new Set([...notTaken(store).drafts.keys(), ...storedKeys()])
  return [...keys].flatMap((key) => (key.startsWith(prefix) ? key.slice(prefix.length) : []))
}

/** A kept text of a topic. */
export type BegunText = KeptDraft & { readonly place: { readonly kind: 'topic' }; readonly after: number }

/** The texts of an account for topics that had messages, the last changed first. */
export function begunTexts(store: Store): BegunText[] {
  const isBegun = (kept: KeptDraft | undefined): kept is BegunText =>
    kept?.place.kind === 'topic' && kept.after !== undefined && kept.content !== ''
  return draftKeys(store)
    .map((slot) => readDraft(store, slot))
    .filter(isBegun)
    .sort((a, b) => b.changedAt - a.changedAt)
}

function storedKeys(): string[] {
  try {
    return Object.keys(localStorage)
  } catch {
    return []
  }
}

/**
 * Calls `emptied` with the slot when another page of the browser deletes or empties a draft. The storage of
 * this page may still have it then. Returns the function that ends this.
 */
export function onEmptiedElsewhere(me: number, emptied: (slot: string) => void): () => void {
  const prefix = prefixOf(me)
  const changed = ({ key, newValue }: StorageEvent) => {
    if (!key?.startsWith(prefix)) return
    if (newValue === null || (JSON.parse(newValue) as KeptDraft).content === '')
      emptied(key.slice(prefix.length))
  }
  addEventListener('storage', changed)
  return () => removeEventListener('storage', changed)
}

const apartOf = (me: number, key: string): string => `loquat draft apart ${me} ${key}`
/** A space and an id. */
const APART_LENGTH = 1 + RANDOM_ID_LENGTH

/**
 * The slot of the storage in which this page keeps the draft of a place: its own slot, if it has taken one.
 * Otherwise the slot of the place, or another page's slot when the place has none.
 */
export function slotOf(store: Store, key: string): string {
  const taken = chosenSlot(store, apartOf(store.me, key))
  return taken !== null && readDraft(store, taken) !== undefined ? taken : (slotsOf(store, key)[0] ?? key)
}

function chosenSlot(store: Store, id: string): string | null {
  try {
    return notTaken(store).slots.get(id) ?? sessionStorage.getItem(id)
  } catch {
    return null
  }
}

/** The slots that keep a draft of a place, its own slot first. */
export function slotsOf(store: Store, key: string): string[] {
  const isApart = (slot: string) => slot.length === key.length + APART_LENGTH && slot.startsWith(`${key} `)
  const own = readDraft(store, key) === undefined ? [] : [key]
  return [...own, ...draftKeys(store).filter(isApart)]
}

/** Takes a new slot for this page alone, because the slots of the place keep other texts. */
export function takeSlot(store: Store, key: string): string {
  const slot = `${key} ${randomId()}`
  chooseSlot(store, key, slot)
  return slot
}

/** Makes this page keep the draft of a place in a slot. A reload finds it again. */
export function chooseSlot(store: Store, key: string, slot: string): void {
  const id = apartOf(store.me, key)
  const { slots } = notTaken(store)
  slots.delete(id)
  try {
    sessionStorage.setItem(id, slot)
  } catch {
    // After a reload, the page finds the text among the drafts of the server.
    slots.set(id, slot)
  }
}

/** Deletes the drafts of an account from this browser. */
export function forgetAllDrafts(store: Store): void {
  for (const key of draftKeys(store)) writeDraft(store, key, undefined)
  const prefix = apartOf(store.me, '')
  const { slots } = notTaken(store)
  for (const key of slots.keys()) if (key.startsWith(prefix)) slots.delete(key)
  try {
    for (const key of Object.keys(sessionStorage)) if (key.startsWith(prefix)) sessionStorage.removeItem(key)
  } catch {
    // Forbidden storage has none.
  }
}
