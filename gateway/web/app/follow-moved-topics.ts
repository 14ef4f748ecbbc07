import { draftTarget } from '../compose/draft-target.ts'
import { moveDraft } from '../compose/drafts.ts'
import { replaceAddress, route } from '../model/current-route.ts'
import { narrowKey } from '../model/narrow.ts'
import { hashOf } from '../model/route.ts'
import { channelName } from '../store/derived/names.ts'
import { onTopicMove } from '../store/derived/topic-moves.ts'
import type { Store } from '../store/state/store.ts'
import { moveUploads } from '../upload/uploads.ts'
import { joinViews } from '../views/joined-views.ts'

/**
 * Takes unsent texts and files on their way along with a topic that is renamed, resolved or moved, whether it
 * is shown or not. Readers of the topic follow it. Returns the function that ends this.
 */
export function followMovedTopics(store: Store): () => void {
  return onTopicMove(store, ({ from, to }) => {
    const [former, next] = [narrowKey(from), narrowKey(to)]
    if (former !== next) {
      moveDraft(store, from, to)
      moveUploads(store, draftTarget(store, from), draftTarget(store, to))
    }
    const shown = route.peek()
    if (shown.view !== 'messages' || narrowKey(shown.narrow) !== former) return
    joinViews(store, former, next)
    replaceAddress(hashOf(to, channelName(store, to.channel)))
  })
}
