import type { Signal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { isConversation, narrowKey } from '../model/narrow.ts'
import { onTopicMove } from '../store/derived/topic-moves.ts'
import type { Store } from '../store/state/store.ts'
import { conversationIn, type WritingPlace } from './writing-place.ts'

interface MovedDestinationOptions {
  readonly store: Store
  /** The shown conversation or channel. */
  readonly here: WritingPlace
  readonly elsewhere: Signal<WritingPlace | undefined>
  /** The topic that the writer has named. */
  readonly topic: string
  readonly changeTopic: (topic: string) => void
  readonly writeTo: (place: WritingPlace) => void
}

/** Takes a text along with its topic that is renamed or moved, where the topic is not the shown one. */
export function useMovedDestination(options: MovedDestinationOptions): void {
  const { store, here, elsewhere, topic, changeTopic, writeTo } = options
  const place = elsewhere.value ?? here
  useEffect(
    () =>
      onTopicMove(store, ({ from, to }) => {
        if (narrowKey(conversationIn(place, topic)) !== narrowKey(from)) return
        if (!isConversation(place)) {
          if (to.channel === place.channel) changeTopic(to.topic)
          else writeTo(to)
        } else if (elsewhere.peek() !== undefined)
          elsewhere.value = narrowKey(to) === narrowKey(here) ? undefined : to
      }),
    [store, narrowKey(here), narrowKey(place), topic],
  )
}
