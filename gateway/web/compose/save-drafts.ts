import { computed, effect } from '@preact/signals'
import { RequestError } from '../client/index.ts'
import { lengthOf } from '../model/length.ts'
import { deactivatedIn } from '../store/derived/deactivated.ts'
import { server } from '../store/requests/server.ts'
import type { ServerDraft } from '../store/slices/drafts.ts'
import { eachPage } from '../store/state/page.ts'
import type { Store } from '../store/state/store.ts'
import { draftKeys, type KeptDraft, readDraft, writeDraft } from './draft-storage.ts'
import { conversationIn, draftFor, recipientOf } from './writing-place.ts'

/** Milliseconds without a change after which a draft goes to the server. */
const SAVE_AFTER_MS = 1500
/**
 * Milliseconds without a change after which a page saves a draft of another page, which has probably been
 * closed.
 */
const SAVE_FOR_ANOTHER_AFTER_MS = 2 * SAVE_AFTER_MS

const syncing = eachPage(() => ({
  /** By the slot of the storage, as `saving`. */
  timers: new Map<string, ReturnType<typeof setTimeout>>(),
  saving: new Set<string>(),
  /** Drafts that this page has made on the server, and whose event has not come yet. */
  made: new Set<number>(),
}))

/** Whether the server is being asked to save what a slot keeps. */
export const isSaving = (store: Store, slot: string): boolean => syncing(store).saving.has(slot)

/** Whether this page has made a draft on the server whose event has not come yet. */
export const wasMadeHere = (store: Store, id: number | undefined): boolean =>
  id !== undefined && syncing(store).made.has(id)

/** The events of these drafts have come. */
export function forgetMade(store: Store, arrived: ReadonlyMap<number, ServerDraft>): void {
  const { made } = syncing(store)
  for (const id of made) if (arrived.has(id)) made.delete(id)
}

/**
 * Saves drafts that could not be sent to the server, also by an earlier page. A page that is still open saves
 * its own first.
 */
export function saveDrafts(store: Store): void {
  for (const slot of draftKeys(store)) {
    const kept = readDraft(store, slot)
    if (kept?.isSaved !== false) continue
    const unchangedFor = Math.max(0, Date.now() - kept.changedAt)
    saveLater(store, slot, SAVE_FOR_ANOTHER_AFTER_MS - unchangedFor)
  }
}

/** Saves the drafts that the server does not have yet. Resolves when it has answered for all. */
export async function saveDraftsNow(store: Store): Promise<void> {
  const slots = draftKeys(store).filter((slot) => readDraft(store, slot)?.isSaved === false)
  for (const slot of slots) stopTimer(store, slot)
  await Promise.all(slots.map((slot) => saveDraft(store, slot)))
}

export const isSynchronized = (store: Store): boolean => store.settings.peek().enable_drafts_synchronization

/**
 * Saves the kept drafts, and again whenever the person turns the synchronization on. When it is off, the
 * server has deleted its drafts, and this browser keeps its own. Returns the function that ends this.
 */
export function followSynchronization(store: Store): () => void {
  const isOn = computed(() => store.settings.value.enable_drafts_synchronization)
  return effect(() => (isOn.value ? saveDrafts(store) : keepHere(store)))
}

/** Makes the drafts of this browser independent of the server. */
function keepHere(store: Store): void {
  for (const slot of draftKeys(store)) {
    const kept = readDraft(store, slot)
    if (kept === undefined) continue
    const { serverId: _deleted, requested: _unknown, ...rest } = kept
    const isEmpty = kept.content === '' && kept.topic === ''
    writeDraft(store, slot, isEmpty ? undefined : { ...rest, isSaved: false })
  }
}

/** Saves a draft after some milliseconds without a change. */
export function saveLater(store: Store, slot: string, milliseconds = SAVE_AFTER_MS): void {
  stopTimer(store, slot)
  syncing(store).timers.set(
    slot,
    setTimeout(() => {
      syncing(store).timers.delete(slot)
      void saveDraft(store, slot)
    }, milliseconds),
  )
}

export function stopTimer(store: Store, slot: string): void {
  clearTimeout(syncing(store).timers.get(slot))
  syncing(store).timers.delete(slot)
}

/**
 * Updates the server's draft to the stored one. A failed update is retried with the next change, connection
 * or registration.
 */
export async function saveDraft(store: Store, slot: string): Promise<void> {
  if (syncing(store).saving.has(slot) || !isSynchronized(store)) return
  syncing(store).saving.add(slot)
  const save = () => saveStored(store, slot)
  try {
    // One page of the browser at a time: otherwise each would make a draft on the server.
    await (navigator.locks?.request(`loquat draft ${store.me} ${slot}`, save) ?? save())
  } catch {
    // The browser keeps the draft meanwhile.
  } finally {
    syncing(store).saving.delete(slot)
  }
}

async function saveStored(store: Store, slot: string): Promise<void> {
  const kept = readDraft(store, slot)
  if (kept === undefined || kept.isSaved) return
  // The server refuses a longer one, which this browser keeps until it is shorter.
  if (lengthOf(kept.content) > store.realm.peek().maxMessageLength) return
  // The server takes the draft once they are active again.
  if (kept.content.trim() !== '' && deactivatedIn(store, kept.place).length > 0) return
  const serverId = await putDraft(store, slot, kept)
  const now = readDraft(store, slot)
  if (now === undefined) {
    // It was sent or deleted meanwhile, or has moved. The other window did not know a draft that was made
    // just now.
    if (serverId !== undefined && serverId !== kept.serverId) await removeDraft(serverId)
    return
  }
  const isSame = now.content === kept.content && now.topic === kept.topic
  if (isSame && serverId === undefined) writeDraft(store, slot, undefined)
  else {
    const { serverId: _, requested: _answered, ...rest } = now
    writeDraft(store, slot, { ...rest, isSaved: isSame, ...(serverId !== undefined && { serverId }) })
  }
  if (!isSame) saveLater(store, slot)
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
  const stored = readDraft(store, slot)
  if (stored !== undefined) writeDraft(store, slot, { ...stored, requested: { content, topic } })
  const { ids } = await server.call('POST /drafts', { drafts: [draft] })
  if (!store.drafts.peek().has(ids[0]!)) syncing(store).made.add(ids[0]!)
  return ids[0]
}

/** Whether the server has a draft, as far as the state contains it. */
const isOnServer = (store: Store, id: number | undefined): boolean =>
  id !== undefined && (store.drafts.peek().has(id) || wasMadeHere(store, id))

/** The draft that the server created for a page which did not get the answer. */
function createdUnanswered(store: Store, { place, requested }: KeptDraft): number | undefined {
  if (requested === undefined) return undefined
  const { content: asked, topic } = requested
  const all = [...store.drafts.peek().values()].filter(({ content }) => content === asked.trim())
  const known = new Set(draftKeys(store).map((slot) => readDraft(store, slot)?.serverId))
  return draftFor(
    all.filter(({ id }) => !known.has(id)),
    topic.trim() === '' ? place : conversationIn(place, topic),
    store.me,
  )?.id
}

/** Deletes a draft of the server, unless somebody else has done so. */
export const removeDraft = (id: number): Promise<boolean> =>
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
