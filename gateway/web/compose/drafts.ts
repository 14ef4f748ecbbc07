import { effect, type Signal, signal } from '@preact/signals'
import { narrowKey } from '../model/narrow.ts'
import { server } from '../store/requests/server.ts'
import type { ServerDraft } from '../store/slices/drafts.ts'
import { eachPage } from '../store/state/page.ts'
import type { Store } from '../store/state/store.ts'
import { removeUndoably } from '../store/verbs/undo.ts'
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
import {
  forgetMade,
  isSaving,
  isSynchronized,
  removeDraft,
  saveDraft,
  saveLater,
  stopTimer,
  wasMadeHere,
} from './save-drafts.ts'
import { draftFor, placeOf, type WritingPlace } from './writing-place.ts'

/** Text that was typed and not sent. */
export interface Draft {
  readonly content: string
  readonly topic: string
}

const EMPTY: Draft = { content: '', topic: '' }

interface HeldDraft {
  readonly place: WritingPlace
  readonly draft: Signal<Draft>
  /** The slot of the storage that has this text. */
  slot: string
}

const writing = eachPage(() => ({
  drafts: new Map<string, HeldDraft>(),
  /** The keys of `drafts` that were typed in this page. */
  typedHere: new Set<string>(),
}))

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
  const draft = writing(store).drafts.get(id)?.draft ?? signal(EMPTY)
  draft.value = keptDraft(store, place) ?? EMPTY
  const held = { place, draft, slot: slotOf(store, key) }
  writing(store).drafts.set(id, held)
  return held
}

/** The draft that this browser keeps for a place. Once it is saved, the server's draft replaces it. */
function keptDraft(store: Store, place: WritingPlace): Draft | undefined {
  const key = narrowKey(place)
  const slot = slotOf(store, key)
  const kept = readDraft(store, slot)
  if (!isSynchronized(store) || kept?.isSaved === false) return kept
  const all = store.drafts.peek()
  const its = all.get(kept?.serverId ?? -1)
  // What was typed here goes along with the view of the topic (`moveDraft`).
  const isTypedHere = writing(store).typedHere.has(`${store.me} ${key}`)
  if (kept !== undefined && (its === undefined || (!isTypedHere && isElsewhere(its, place, store.me)))) {
    if (wasMadeHere(store, kept.serverId)) return kept
    // The draft was sent or deleted on another device, or has followed its topic. Another page may keep
    // another one.
    writeDraft(store, slot, undefined)
    return keptDraft(store, place)
  }
  const found = its ?? draftFor(all.values(), place, store.me)
  if (found === undefined) return undefined
  const stored = keptFrom(found, place)
  // The server stores no blanks at the ends, and the next word or line may be typed after them.
  const draft = kept?.content.trim() === stored.content.trim() ? { ...stored, content: kept.content } : stored
  writeDraft(store, slot, draft)
  return draft
}

/** Whether a draft of the server is for another topic. One with a typed topic is kept for its channel. */
function isElsewhere(draft: ServerDraft, place: WritingPlace, me: number): boolean {
  const its = placeOf(draft, me)
  return place.kind === 'topic' && its !== undefined && narrowKey(its) !== narrowKey(place)
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
  const keptIn = slotsOf(store, key).find((slot) => readDraft(store, slot)?.serverId === draft.id)
  if (keptIn !== undefined) chooseSlot(store, key, keptIn)
  else writeDraft(store, takeSlot(store, key), keptFrom(draft, place))
  writing(store).typedHere.delete(`${me} ${key}`)
}

/**
 * Changes the draft of a place. An empty one is deleted. A new draft gets a slot of its own, because pages
 * see each other's changes of the storage late. When another page has typed another text since, both are
 * kept.
 */
export function changeDraft(store: Store, place: WritingPlace, change: (draft: Draft) => Draft): void {
  const key = narrowKey(place)
  const id = `${store.me} ${key}`
  const held = writing(store).drafts.get(id) ?? holdDraft(store, place)
  const former = held.draft.peek()
  held.draft.value = change(former)
  const { content, topic } = held.draft.value
  const isEmpty = content === '' && topic === ''
  if (isEmpty) writing(store).typedHere.delete(id)
  else writing(store).typedHere.add(id)
  const known = slotOf(store, key)
  const stored = readDraft(store, known)
  const isOfAnotherPage = stored !== undefined && stored.content !== '' && stored.content !== former.content
  if (isOfAnotherPage && isEmpty) return
  const isNew = !isEmpty && stored === undefined && !isSaving(store, known)
  const slot = isOfAnotherPage || isNew ? takeSlot(store, key) : known
  held.slot = slot
  const {
    serverId,
    requested,
    after = newestShown(store, key),
  } = (isOfAnotherPage ? undefined : stored) ?? {}
  const isGone = isEmpty && serverId === undefined && requested === undefined && !isSaving(store, slot)
  writeDraft(
    store,
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
          ...(after !== undefined && { after }),
        },
  )
  if (isGone) stopTimer(store, slot)
  else saveLater(store, slot)
}

/** The newest message of a place that the page has loaded and the server has. */
function newestShown(store: Store, key: string): number | undefined {
  const list = store.messages.lists.find(({ narrow }) => narrowKey(narrow) === key)
  const isSent = (id: number) => store.messages.get(id)?.peek().outgoing === undefined
  return list?.stretch.peek().ids.findLast(isSent)
}

/**
 * Empties the drafts that this page shows and has not typed, once another page or device has sent or deleted
 * them: otherwise the reader might send them again. Returns the function that ends this.
 */
export function followSentDrafts(store: Store): () => void {
  let former = store.drafts.peek()
  const onlyShown = () =>
    [...writing(store).drafts].filter(
      ([id, { draft }]) => draft.peek().content !== '' && !writing(store).typedHere.has(id),
    )
  const end = effect(() => {
    const all = store.drafts.value
    forgetMade(store, all)
    const removed = new Set([...former.keys()].filter((id) => !all.has(id)))
    former = all
    for (const [, { draft, slot }] of onlyShown()) {
      const kept = readDraft(store, slot)
      if (kept?.serverId !== undefined && removed.has(kept.serverId)) draft.value = EMPTY
    }
  })
  const endPages = onEmptiedElsewhere(store.me, (slot) => {
    for (const [, shown] of onlyShown()) {
      if (shown.slot !== slot) continue
      shown.draft.value = EMPTY
      // This page may have saved the draft at the same time.
      const kept = readDraft(store, slot)
      if (kept === undefined || kept.content === '') continue
      writeDraft(store, slot, { ...kept, ...EMPTY, isSaved: false })
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
  const kept = readDraft(store, slot)
  if (kept === undefined || draft.peek().content === '') return
  const moved = next + slot.slice(former.length)
  const there = readDraft(store, moved)?.content ?? kept.content
  const { requested, ...rest } = kept
  const movedTo = there === kept.content ? moved : takeSlot(store, next)
  writeDraft(store, movedTo, { ...rest, place: to, isSaved: false, changedAt: Date.now() })
  chooseSlot(store, next, movedTo)
  saveLater(store, movedTo)
  if (writing(store).typedHere.delete(`${me} ${former}`)) writing(store).typedHere.add(`${me} ${next}`)
  holdDraft(store, to)
  writing(store).drafts.delete(`${me} ${former}`)
  if (kept.serverId === undefined && (isSaving(store, slot) || requested !== undefined)) {
    // The server is making a draft, which is deleted afterwards.
    writeDraft(store, slot, { ...kept, ...EMPTY, isSaved: false })
    saveLater(store, slot)
    return
  }
  stopTimer(store, slot)
  writeDraft(store, slot, undefined)
}

/** Deletes a draft of the server, and this browser's copy of it. It can be brought back for a while. */
export async function deleteDraft(
  store: Store,
  place: WritingPlace | undefined,
  { id, ...draft }: ServerDraft,
): Promise<void> {
  let { content } = draft
  for (const slot of draftKeys(store)) {
    const kept = readDraft(store, slot)
    if (kept?.serverId !== id) continue
    // What was typed last may not be on the server yet.
    if (!kept.isSaved && kept.content !== '') content = kept.content
    writeDraft(store, slot, undefined)
  }
  if (place !== undefined) writing(store).drafts.delete(`${store.me} ${narrowKey(place)}`)
  const restore = () => server.call('POST /drafts', { drafts: [{ ...draft, content }] })
  await removeUndoably(store, content, () => removeDraft(id), restore)
}
