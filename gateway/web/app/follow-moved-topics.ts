import { begunTexts } from '../compose/draft-storage.ts'
import { draftTarget } from '../compose/draft-target.ts'
import { moveDraft } from '../compose/drafts.ts'
import { replaceAddress, route } from '../model/current-route.ts'
import { narrowKey } from '../model/narrow.ts'
import { hashOf } from '../model/route.ts'
import { channelName } from '../store/derived/names.ts'
import { onTopicMove, type TopicMove } from '../store/derived/topic-moves.ts'
import { server } from '../store/requests/server.ts'
import type { Store } from '../store/state/store.ts'
import { newestIn } from '../store/verbs/newest-in.ts'
import { moveUploads } from '../upload/uploads.ts'
import { joinViews } from '../views/joined-views.ts'

/** Texts that are looked after at the start, the last changed first. */
const MOST_TEXTS = 20

/**
 * Takes unsent texts and files on their way along with a topic that is renamed, resolved or moved, whether it
 * is shown or not. Readers of the topic follow it. Returns the function that ends this.
 */
export const followMovedTopics = (store: Store): (() => void) =>
  onTopicMove(store, (move) => follow(store, move))

/**
 * Does the same for topics that were moved while no page of this browser was open: the newest message that a
 * text was written after is in another topic now, and its own topic is empty.
 */
export async function followFormerMoves(store: Store): Promise<void> {
  const texts = begunTexts(store).slice(0, MOST_TEXTS)
  if (texts.length === 0) return
  const { messages } = await server.call('GET /messages', {
    message_ids: texts.map(({ after }) => after),
    apply_markdown: false,
    allow_empty_topic_name: true,
  })
  for (const { place, after } of texts) {
    const message = messages.find(({ id }) => id === after)
    if (message?.stream_id === undefined) continue
    const to = { kind: 'topic', channel: message.stream_id, topic: message.subject } as const
    if (narrowKey(to) === narrowKey(place) || (await newestIn(store, place)) !== undefined) continue
    follow(store, { from: place, to })
  }
}

function follow(store: Store, { from, to }: TopicMove): void {
  const [former, next] = [narrowKey(from), narrowKey(to)]
  if (former !== next) {
    moveDraft(store, from, to)
    moveUploads(store, draftTarget(store, from), draftTarget(store, to))
  }
  const shown = route.peek()
  if (shown.view !== 'messages' || narrowKey(shown.narrow) !== former) return
  joinViews(store, former, next)
  replaceAddress(hashOf(to, channelName(store, to.channel)))
}
