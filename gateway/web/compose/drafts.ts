import { type Signal, signal } from '@preact/signals'
import { RequestError } from '../client/index.ts'
import { deactivatedIn } from '../store/deactivated.ts'
import { narrowKey } from '../store/narrow.ts'
import { server } from '../store/server.ts'
import type { Store } from '../store/store.ts'
import { draftKeys, type KeptDraft, onEmptiedElsewhere, readDraft, writeDraft } from './draft-storage.ts'
import { draftFor, recipientOf, type WritingPlace } from './writing-place.ts'

/** Text that was typed and not sent. */
export interface Draft {
  readonly content: string
  readonly topic: string
}

/** Milliseconds without a change after which a draft goes to the server. */
const SAVE_AFTER_MS = 1500
const EMPTY: Draft = { content: '', topic: '' }

const drafts = new Map<string, Signal<Draft>>()
const timers = new Map<string, ReturnType<typeof setTimeout>>()
const saving = new Set<string>()
/** The drafts that were typed in this page. */
const typedHere = new Set<string>()

/**
 * The draft of a place. The browser's storage has it at each keystroke, the server a little later, so it
 * survives a reload, a new registration, the end of the session and a change of the device.
 */
export function draftOf(store: Store, place: WritingPlace): Signal<Draft> {
  const key = narrowKey(place)
  const id = `${store.me} ${key}`
  const known = drafts.get(id)
  const draft = known ?? signal(EMPTY)
  drafts.set(id, draft)
  const kept = readDraft(store.me, key)
  if (kept !== undefined && !kept.isSaved) draft.value = kept
  else draft.value = serverDraftFor(store, place, kept) ?? EMPTY
  return draft
}

/** Makes the server's draft of a place this browser's draft. */
function serverDraftFor(store: Store, place: WritingPlace, kept: KeptDraft | undefined): Draft | undefined {
  const all = store.drafts.peek()
  const found = all.get(kept?.serverId ?? -1) ?? draftFor(all.values(), place, store.me)
  const key = narrowKey(place)
  if (found === undefined) {
    // The draft was sent or deleted on another device.
    writeDraft(store.me, key, undefined)
    return undefined
  }
  const { id, content, topic, timestamp } = found
  const draft = { place, content, topic, serverId: id, isSaved: true, changedAt: timestamp * 1000 }
  writeDraft(store.me, key, draft)
  return draft
}

/** Changes the draft of a place. An empty one is deleted. */
export function changeDraft(store: Store, place: WritingPlace, change: (draft: Draft) => Draft): void {
  const key = narrowKey(place)
  const id = `${store.me} ${key}`
  const held = drafts.get(id) ?? draftOf(store, place)
  const former = held.peek()
  held.value = change(former)
  const { content, topic } = held.value
  const isEmpty = content === '' && topic === ''
  if (isEmpty) typedHere.delete(id)
  else typedHere.add(id)
  const stored = readDraft(store.me, key)
  // Another page has typed another text since: who sends or empties this one keeps that.
  if (isEmpty && stored !== undefined && stored.content !== '' && stored.content !== former.content) return
  const serverId = stored?.serverId
  const isGone = isEmpty && serverId === undefined && !saving.has(key)
  writeDraft(
    store.me,
    key,
    isGone
      ? undefined
      : {
          place,
          content,
          topic,
          isSaved: false,
          changedAt: Date.now(),
          ...(serverId !== undefined && { serverId }),
        },
  )
  clearTimeout(timers.get(key))
  if (!isGone)
    timers.set(
      key,
      setTimeout(() => void saveDraft(store, key), SAVE_AFTER_MS),
    )
}

/**
 * Moves the text of a place to the place that it has become, unless another text is there. A draft of the server keeps its id,
 * so all devices of the writer may do the same.
 */
export function moveDraft(store: Store, from: WritingPlace, to: WritingPlace): void {
  const { content } = draftOf(store, from).peek()
  const there = draftOf(store, to).peek().content
  if (content === '' || (there !== '' && there !== content)) return
  const key = narrowKey(from)
  const kept = readDraft(store.me, key)
  if (kept?.serverId !== undefined) writeDraft(store.me, narrowKey(to), { ...kept, place: to })
  changeDraft(store, to, (known) => ({ ...known, content }))
  if (kept?.serverId === undefined && saving.has(key)) {
    // The server is making a draft, which is deleted afterwards.
    changeDraft(store, from, () => EMPTY)
    return
  }
  clearTimeout(timers.get(key))
  writeDraft(store.me, key, undefined)
  drafts.delete(`${store.me} ${key}`)
}

/**
 * Stores what was typed in this page again when another page, which has typed another text there since, empties
 * that. Returns the function that ends this.
 */
export const keepTypedDrafts = (store: Store): (() => void) =>
  onEmptiedElsewhere(store.me, ({ place, content }) => {
    const id = `${store.me} ${narrowKey(place)}`
    if (typedHere.has(id) && drafts.get(id)?.peek().content !== content)
      changeDraft(store, place, (known) => known)
  })

/** Saves drafts that an earlier page could not send to the server. */
export function saveDrafts(store: Store): void {
  for (const key of draftKeys(store.me)) {
    if (readDraft(store.me, key)?.isSaved === false) void saveDraft(store, key)
  }
}

/**
 * Updates the server's draft to the stored one. A failed update is retried with the next change or
 * registration.
 */
async function saveDraft(store: Store, key: string): Promise<void> {
  const kept = readDraft(store.me, key)
  if (kept === undefined || kept.isSaved || saving.has(key)) return
  if (!store.settings.peek().enable_drafts_synchronization) return
  // The server takes the draft once they are active again.
  if (kept.content.trim() !== '' && deactivatedIn(store, kept.place).length > 0) return
  saving.add(key)
  try {
    const serverId = await putDraft(kept)
    const now = readDraft(store.me, key)
    if (now === undefined) return
    const isSame = now.content === kept.content && now.topic === kept.topic
    if (isSame && serverId === undefined) writeDraft(store.me, key, undefined)
    else {
      const { serverId: _, ...rest } = now
      writeDraft(store.me, key, { ...rest, isSaved: isSame, ...(serverId !== undefined && { serverId }) })
    }
    if (!isSame)
      timers.set(
        key,
        setTimeout(() => void saveDraft(store, key), SAVE_AFTER_MS),
      )
  } catch {
    // The browser keeps the draft meanwhile.
  } finally {
    saving.delete(key)
  }
}

/** Creates, changes or deletes the draft of the server. Resolves with its id; undefined when there is none. */
async function putDraft({ place, content, topic, serverId }: KeptDraft): Promise<number | undefined> {
  const draft = { ...recipientOf(place, topic.trim()), content }
  try {
    if (content.trim() === '') {
      if (serverId !== undefined) await server.call('DELETE /drafts/{draft_id}', { draft_id: serverId })
      return undefined
    }
    if (serverId !== undefined) {
      await server.call('PATCH /drafts/{draft_id}', { draft_id: serverId, draft }, { isRepeatable: true })
      return serverId
    }
  } catch (error) {
    if (!(error instanceof RequestError) || error.status !== 404) throw error
    if (content.trim() === '') return undefined
  }
  const { ids } = await server.call('POST /drafts', { drafts: [draft] })
  return ids[0]
}

/** Deletes a draft of the server, and this browser's copy of it. */
export async function deleteDraft(store: Store, place: WritingPlace | undefined, id: number): Promise<void> {
  if (place !== undefined) {
    const key = narrowKey(place)
    if (readDraft(store.me, key)?.serverId === id) writeDraft(store.me, key, undefined)
    drafts.delete(`${store.me} ${key}`)
  }
  await server.call('DELETE /drafts/{draft_id}', { draft_id: id }, { isRepeatable: true })
}
