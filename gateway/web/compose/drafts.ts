import { computed, effect, type Signal, signal } from '@preact/signals'
import { RequestError } from '../client/index.ts'
import { narrowKey } from '../model/narrow.ts'
import { deactivatedIn } from '../store/derived/deactivated.ts'
import { server } from '../store/requests/server.ts'
import type { ServerDraft } from '../store/slices/drafts.ts'
import type { Store } from '../store/state/store.ts'
import {
  chooseSlot,
  draftKeys,
  type KeptDraft,
  onEmptiedElsewhere,
  readDraft,
  slotOf,
  slotsOf,
  takeSlot,
  writeDraft,
} from './draft-storage.ts'
import { conversationIn, draftFor, recipientOf, type WritingPlace } from './writing-place.ts'

/** Text that was typed and not sent. */
export interface Draft {
  readonly content: string
  readonly topic: string
}

/** Milliseconds without a change after which a draft goes to the server. */
const SAVE_AFTER_MS = 1500
/**
 * Milliseconds without a change after which a page saves a draft of another page, which has probably been
 * closed.
 */
const SAVE_FOR_ANOTHER_AFTER_MS = 2 * SAVE_AFTER_MS
const EMPTY: Draft = { content: '', topic: '' }

interface HeldDraft {
  readonly place: WritingPlace
  readonly draft: Signal<Draft>
  /** The slot of the storage that has this text. */
  slot: string
}

const drafts = new Map<string, HeldDraft>()
/** The keys of `drafts` that were typed in this page. */
const typedHere = new Set<string>()
/** By the slot of the storage, as `saving`. */
const timers = new Map<string, ReturnType<typeof setTimeout>>()
const saving = new Set<string>()
/** Drafts that this page has made on the server, and whose event has not come yet. */
const made = new Set<number>()

/**
 * The draft of a place. The browser's storage has it at each keystroke, the server a little later, so it
 * survives a reload, a new registration, the end of the session and a change of the device.
 */
export function draftOf(store: Store, place: WritingPlace): Signal<Draft> {
  return holdDraft(store, place).draft
}

function holdDraft(store: Store, place: WritingPlace): HeldDraft {
  const key = narrowKey(place)
  const id = `${store.me} ${key}`
  const draft = drafts.get(id)?.draft ?? signal(EMPTY)
  draft.value = keptDraft(store, place) ?? EMPTY
  const held = { place, draft, slot: slotOf(store.me, key) }
  drafts.set(id, held)
  return held
}

/** The draft that this browser keeps for a place. Once it is saved, the server's draft replaces it. */
function keptDraft(store: Store, place: WritingPlace): Draft | undefined {
  const slot = slotOf(store.me, narrowKey(place))
  const kept = readDraft(store.me, slot)
  if (!isSynchronized(store) || kept?.isSaved === false) return kept
  const all = store.drafts.peek()
  const its = all.get(kept?.serverId ?? -1)
  if (kept !== undefined && its === undefined) {
    if (made.has(kept.serverId ?? -1)) return kept
    // The draft was sent or deleted on another device. Another page may keep another one.
    writeDraft(store.me, slot, undefined)
    return keptDraft(store, place)
  }
  const found = its ?? draftFor(all.values(), place, store.me)
  if (found === undefined) return undefined
  const draft = keptFrom(found, place)
  writeDraft(store.me, slot, draft)
  return draft
}

const keptFrom = ({ id, content, topic, timestamp }: ServerDraft, place: WritingPlace): KeptDraft => ({
  place,
  content,
  topic,
  serverId: id,
  isSaved: true,
  changedAt: timestamp * 1000,
})

/**
 * Makes the composer of a place show this draft of the server, also when the place has others. They stay
 * where they are kept.
 */
export function openDraft(store: Store, place: WritingPlace, draft: ServerDraft): void {
  const { me } = store
  const key = narrowKey(place)
  const keptIn = slotsOf(me, key).find((slot) => readDraft(me, slot)?.serverId === draft.id)
  if (keptIn !== undefined) chooseSlot(me, key, keptIn)
  else writeDraft(me, takeSlot(me, key), keptFrom(draft, place))
  typedHere.delete(`${me} ${key}`)
}

/**
 * Changes the draft of a place. An empty one is deleted. A new draft gets a slot of its own, because pages
 * see each other's changes of the storage late. When another page has typed another text since, both are
 * kept.
 */
export function changeDraft(store: Store, place: WritingPlace, change: (draft: Draft) => Draft): void {
  const key = narrowKey(place)
  const id = `${store.me} ${key}`
  const held = drafts.get(id) ?? holdDraft(store, place)
  const former = held.draft.peek()
  held.draft.value = change(former)
  const { content, topic } = held.draft.value
  const isEmpty = content === '' && topic === ''
  if (isEmpty) typedHere.delete(id)
  else typedHere.add(id)
  const known = slotOf(store.me, key)
  const stored = readDraft(store.me, known)
  const isOfAnotherPage = stored !== undefined && stored.content !== '' && stored.content !== former.content
  if (isOfAnotherPage && isEmpty) return
  const isNew = !isEmpty && stored === undefined && !saving.has(known)
  const slot = isOfAnotherPage || isNew ? takeSlot(store.me, key) : known
  held.slot = slot
  const { serverId, requested } = (isOfAnotherPage ? undefined : stored) ?? {}
  const isGone = isEmpty && serverId === undefined && requested === undefined && !saving.has(slot)
  writeDraft(
    store.me,
    slot,
    isGone
      ? undefined
      : {
          place,
          content,
          topic,
          isSaved: false,
          changedAt: Date.now(),
          ...(serverId !== undefined && { serverId }),
          ...(requested !== undefined && { requested }),
        },
  )
  if (isGone) stopTimer(slot)
  else saveLater(store, slot, SAVE_AFTER_MS)
}

/**
 * Empties the drafts that this page shows and has not typed, once another page or device has sent or deleted
 * them: otherwise the reader might send them again. Returns the function that ends this.
 */
export function followSentDrafts(store: Store): () => void {
  let former = store.drafts.peek()
  const onlyShown = () =>
    [...drafts].filter(([id, { draft }]) => draft.peek().content !== '' && !typedHere.has(id))
  const end = effect(() => {
    const all = store.drafts.value
    for (const id of made) if (all.has(id)) made.delete(id)
    const removed = new Set([...former.keys()].filter((id) => !all.has(id)))
    former = all
    for (const [, { draft, slot }] of onlyShown()) {
      const kept = readDraft(store.me, slot)
      if (kept?.serverId !== undefined && removed.has(kept.serverId)) draft.value = EMPTY
    }
  })
  const endPages = onEmptiedElsewhere(store.me, (slot) => {
    for (const [, shown] of onlyShown()) {
      if (shown.slot !== slot) continue
      shown.draft.value = EMPTY
      // This page may have saved the draft at the same time.
      const kept = readDraft(store.me, slot)
      if (kept === undefined || kept.content === '') continue
      writeDraft(store.me, slot, { ...kept, ...EMPTY, isSaved: false })
      void saveDraft(store, slot)
    }
  })
  return () => {
    end()
    endPages()
  }
}

/**
 * Moves the text of a place to the place that it has become. Another text there stays among the drafts. A
 * draft of the server keeps its id, and a slot the end of its name, so all pages and devices of the writer
 * may do the same.
 */
export function moveDraft(store: Store, from: WritingPlace, to: WritingPlace): void {
  const { me } = store
  const [former, next] = [narrowKey(from), narrowKey(to)]
  const { draft, slot } = holdDraft(store, from)
  const kept = readDraft(me, slot)
  if (kept === undefined || draft.peek().content === '') return
  const moved = next + slot.slice(former.length)
  const there = readDraft(me, moved)?.content ?? kept.content
  const { requested, ...rest } = kept
  const movedTo = there === kept.content ? moved : takeSlot(me, next)
  writeDraft(me, movedTo, { ...rest, place: to, isSaved: false, changedAt: Date.now() })
  chooseSlot(me, next, movedTo)
  saveLater(store, movedTo, SAVE_AFTER_MS)
  if (typedHere.delete(`${me} ${former}`)) typedHere.add(`${me} ${next}`)
  holdDraft(store, to)
  drafts.delete(`${me} ${former}`)
  if (kept.serverId === undefined && (saving.has(slot) || requested !== undefined)) {
    // The server is making a draft, which is deleted afterwards.
    writeDraft(me, slot, { ...kept, ...EMPTY, isSaved: false })
    saveLater(store, slot, SAVE_AFTER_MS)
    return
  }
  stopTimer(slot)
  writeDraft(me, slot, undefined)
}

/**
 * Saves drafts that could not be sent to the server, also by an earlier page. A page that is still open saves
 * its own first.
 */
export function saveDrafts(store: Store): void {
  for (const slot of draftKeys(store.me)) {
    const kept = readDraft(store.me, slot)
    if (kept?.isSaved !== false) continue
    const unchangedFor = Math.max(0, Date.now() - kept.changedAt)
    saveLater(store, slot, SAVE_FOR_ANOTHER_AFTER_MS - unchangedFor)
  }
}

/** Saves the drafts that the server does not have yet. Resolves when it has answered for all. */
export async function saveDraftsNow(store: Store): Promise<void> {
  const slots = draftKeys(store.me).filter((slot) => readDraft(store.me, slot)?.isSaved === false)
  for (const slot of slots) stopTimer(slot)
  await Promise.all(slots.map((slot) => saveDraft(store, slot)))
}

const isSynchronized = (store: Store): boolean => store.settings.peek().enable_drafts_synchronization

/**
 * Saves the kept drafts, and again whenever the person turns the synchronization on. When it is off, the
 * server has deleted its drafts, and this browser keeps its own. Returns the function that ends this.
 */
export function followSynchronization(store: Store): () => void {
  const isOn = computed(() => store.settings.value.enable_drafts_synchronization)
  return effect(() => (isOn.value ? saveDrafts(store) : keepHere(store)))
}

/** Makes the drafts of this browser independent of the server. */
function keepHere({ me }: Store): void {
  for (const slot of draftKeys(me)) {
    const kept = readDraft(me, slot)
    if (kept === undefined) continue
    const { serverId: _deleted, requested: _unknown, ...rest } = kept
    const isEmpty = kept.content === '' && kept.topic === ''
    writeDraft(me, slot, isEmpty ? undefined : { ...rest, isSaved: false })
  }
}

/** Saves a draft after some milliseconds without a change. */
function saveLater(store: Store, slot: string, milliseconds: number): void {
  stopTimer(slot)
  timers.set(
    slot,
    setTimeout(() => {
      timers.delete(slot)
      void saveDraft(store, slot)
    }, milliseconds),
  )
}

function stopTimer(slot: string): void {
  clearTimeout(timers.get(slot))
  timers.delete(slot)
}

/**
 * Updates the server's draft to the stored one. A failed update is retried with the next change, connection
 * or registration.
 */
async function saveDraft(store: Store, slot: string): Promise<void> {
  if (saving.has(slot) || !isSynchronized(store)) return
  saving.add(slot)
  const save = () => saveStored(store, slot)
  try {
    // One page of the browser at a time: otherwise each would make a draft on the server.
    await (navigator.locks?.request(`loquat draft ${store.me} ${slot}`, save) ?? save())
  } catch {
    // The browser keeps the draft meanwhile.
  } finally {
    saving.delete(slot)
  }
}

async function saveStored(store: Store, slot: string): Promise<void> {
  const kept = readDraft(store.me, slot)
  if (kept === undefined || kept.isSaved) return
  // The server takes the draft once they are active again.
  if (kept.content.trim() !== '' && deactivatedIn(store, kept.place).length > 0) return
  const serverId = await putDraft(store, slot, kept)
  const now = readDraft(store.me, slot)
  if (now === undefined) {
    // It was sent or deleted meanwhile, or has moved. The other window did not know a draft that was made
    // just now.
    if (serverId !== undefined && serverId !== kept.serverId) await removeDraft(serverId)
    return
  }
  const isSame = now.content === kept.content && now.topic === kept.topic
  if (isSame && serverId === undefined) writeDraft(store.me, slot, undefined)
  else {
    const { serverId: _, requested: _answered, ...rest } = now
    writeDraft(store.me, slot, { ...rest, isSaved: isSame, ...(serverId !== undefined && { serverId }) })
  }
  if (!isSame) saveLater(store, slot, SAVE_AFTER_MS)
}

/**
 * Creates, changes or deletes the draft of the server. Resolves with its id; undefined when there is none.
 */
async function putDraft(store: Store, slot: string, kept: KeptDraft): Promise<number | undefined> {
  const { place, content, topic } = kept
  const draft = { ...recipientOf(place, topic.trim()), content }
  // A page that was closed before the answer may have deleted it, or another device.
  const serverId = isOnServer(store, kept.serverId) ? kept.serverId : createdUnanswered(store, kept)
  if (content.trim() === '') {
    if (serverId !== undefined) await removeDraft(serverId)
    return undefined
  }
  if (serverId !== undefined) {
    const change = server.call(
      'PATCH /drafts/{draft_id}',
      { draft_id: serverId, draft },
      { isRepeatable: true },
    )
    if (await isThere(change)) return serverId
  }
  const stored = readDraft(store.me, slot)
  if (stored !== undefined) writeDraft(store.me, slot, { ...stored, requested: { content, topic } })
  const { ids } = await server.call('POST /drafts', { drafts: [draft] })
  if (!store.drafts.peek().has(ids[0]!)) made.add(ids[0]!)
  return ids[0]
}

/** Whether the server has a draft, as far as the state contains it. */
const isOnServer = (store: Store, id: number | undefined): boolean =>
  id !== undefined && (store.drafts.peek().has(id) || made.has(id))

/** The draft that the server created for a page which did not get the answer. */
function createdUnanswered(store: Store, { place, requested }: KeptDraft): number | undefined {
  if (requested === undefined) return undefined
  const { content: asked, topic } = requested
  const all = [...store.drafts.peek().values()].filter(({ content }) => content === asked.trim())
  const known = new Set(draftKeys(store.me).map((slot) => readDraft(store.me, slot)?.serverId))
  return draftFor(
    all.filter(({ id }) => !known.has(id)),
    topic.trim() === '' ? place : conversationIn(place, topic),
    store.me,
  )?.id
}

/** Deletes a draft of the server, unless somebody else has done so. */
const removeDraft = (id: number): Promise<boolean> =>
  isThere(server.call('DELETE /drafts/{draft_id}', { draft_id: id }, { isRepeatable: true }))

/** Resolves to whether the call found the draft that it changes. */
async function isThere(call: Promise<unknown>): Promise<boolean> {
  try {
    await call
    return true
  } catch (error) {
    if (error instanceof RequestError && error.status === 404) return false
    throw error
  }
}

/** Deletes a draft of the server, and this browser's copy of it. */
export async function deleteDraft(store: Store, place: WritingPlace | undefined, id: number): Promise<void> {
  for (const slot of draftKeys(store.me)) {
    if (readDraft(store.me, slot)?.serverId === id) writeDraft(store.me, slot, undefined)
  }
  if (place !== undefined) drafts.delete(`${store.me} ${narrowKey(place)}`)
  await removeDraft(id)
}
