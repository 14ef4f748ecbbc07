import { type Conversation, directWith } from '../model/conversation.ts'
import { isConversation, type Narrow, narrowKey } from '../model/narrow.ts'
import type { ServerDraft } from '../store/slices/drafts.ts'

/** The destination of a message: a conversation, or a channel whose topic the writer names. */
export type WritingPlace = Conversation | (Narrow & { readonly kind: 'channel' })

/** The place of a server draft; undefined when it has no recipient yet. */
export function placeOf({ type, to, topic }: ServerDraft, me: number): WritingPlace | undefined {
  if (type === 'private' && to.length > 0) return directWith(to, me)
  const [channel] = to
  if (type !== 'stream' || channel === undefined) return undefined
  return topic === '' ? { kind: 'channel', channel } : { kind: 'topic', channel, topic }
}

/** The fields of a place in drafts and scheduled messages. */
export const recipientOf = (place: WritingPlace, topic: string) =>
  place.kind === 'direct'
    ? ({ type: 'private', to: place.people, topic: '' } as const)
    : ({ type: 'stream', to: [place.channel], topic: place.kind === 'topic' ? place.topic : topic } as const)

/** The newest draft of the server for a place. */
export function draftFor(
  drafts: Iterable<ServerDraft>,
  place: WritingPlace,
  me: number,
): ServerDraft | undefined {
  const key = narrowKey(place)
  let newest: ServerDraft | undefined
  for (const draft of drafts) {
    const its = placeOf(draft, me)
    if (its === undefined || narrowKey(its) !== key) continue
    if (newest === undefined || draft.timestamp > newest.timestamp) newest = draft
  }
  return newest
}

export const conversationIn = (place: WritingPlace, topic: string): Conversation =>
  isConversation(place) ? place : { kind: 'topic', channel: place.channel, topic: topic.trim() }
