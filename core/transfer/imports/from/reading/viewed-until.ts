import type { MessageIndex } from './message-index.ts'
import type { ArchiveRecord } from './reader.ts'

/** Products count milliseconds. */
const LEAST = 0.0005

/** Somebody has read the messages of a place up to a time. */
export interface Viewed {
  readonly user: number
  /** Unix seconds; infinite for somebody who has read everything. */
  readonly until: number
}

/**
 * Yields the read pointers of products that know when somebody last looked at a channel: in each conversation
 * of the place, the last message before that time. `placeOf` gives the place of a conversation.
 */
export function* pointerRecords(
  index: MessageIndex,
  placeOf: (conversation: number) => number,
  viewedOf: (place: number) => Iterable<Viewed>,
): Generator<ArchiveRecord> {
  /** The conversations of each place with the last message of each, so far. */
  const lasts = new Map<number, Map<number, number>>()
  const cuts = cutsOf(index, placeOf, viewedOf)
  let next = 0
  function* emit(before: number): Generator<ArchiveRecord> {
    for (let cut = cuts[next]; cut !== undefined && cut.message <= before; cut = cuts[next]) {
      next += 1
      for (const [conversation, message] of lasts.get(cut.place) ?? []) {
        yield {
          table: 'read_pointer',
          row: { user_id: cut.user, conversation_id: conversation, message_id: message },
        }
      }
    }
  }
  for (const [id, conversation] of index.entries()) {
    yield* emit(id)
    const place = placeOf(conversation)
    const known = lasts.get(place)
    if (known === undefined) lasts.set(place, new Map([[conversation, id]]))
    else known.set(conversation, id)
  }
  yield* emit(Number.POSITIVE_INFINITY)
}

interface Cut {
  readonly user: number
  readonly place: number
  /** The first message that is not read. */
  readonly message: number
}

function cutsOf(
  index: MessageIndex,
  placeOf: (conversation: number) => number,
  viewedOf: (place: number) => Iterable<Viewed>,
): readonly Cut[] {
  const places = new Set<number>()
  for (const [, conversation] of index.entries()) places.add(placeOf(conversation))
  const cuts: Cut[] = []
  for (const place of places) {
    for (const { user, until } of viewedOf(place)) {
      const message = until === Number.POSITIVE_INFINITY ? until : index.firstSince(until + LEAST)
      cuts.push({ user, place, message })
    }
  }
  return cuts.sort((a, b) => a.message - b.message)
}
