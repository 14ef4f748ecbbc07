import { useSignal } from '@preact/signals'
import Undo from 'lucide/dist/esm/icons/undo-2.mjs'
import type { RefObject } from 'preact'
import { DestinationPicker } from '../find/destination-picker.tsx'
import { isConversation } from '../model/narrow.ts'
import { parseRoute } from '../model/route.ts'
import { ChannelMark } from '../parts/channel-mark.tsx'
import { Dialog } from '../parts/floating/dialog.tsx'
import { Icon } from '../parts/icon.tsx'
import { channelOf } from '../store/derived/channel-access.ts'
import { channelName, namesOf } from '../store/derived/names.ts'
import { useStore } from '../store/use-store.ts'
import { t } from '../texts/texts.ts'
import { closedBecause } from './closed-because.ts'
import { TopicField } from './topic-field.tsx'
import type { WritingPlace } from './writing-place.ts'

interface DestinationProps {
  readonly place: WritingPlace
  readonly topic: string
  readonly topicField: RefObject<HTMLInputElement | null>
  readonly changeTopic: (topic: string) => void
  /** Moves the focus to the message. */
  readonly done: () => void
  /** Takes the text back to the shown conversation. Undefined where it goes there. */
  readonly goBack: (() => void) | undefined
}

/** Where the message goes, when that is not the shown conversation, and the topic that the writer names. */
export function Destination({ place, topic, topicField, changeTopic, done, goBack }: DestinationProps) {
  const store = useStore()
  if (place.kind !== 'channel' && goBack === undefined) return null
  return (
    <div class="destination">
      {isConversation(place) ? (
        <div class="to">
          <span>{t.goesTo}</span>
          {place.kind === 'topic' && <ChannelMark channel={channelOf(store, place.channel)} />}
          <strong class="ellipsis" dir="auto">
            {place.kind === 'topic' && `${channelName(store, place.channel) ?? ''} › `}
            {namesOf(store, place)}
          </strong>
        </div>
      ) : (
        <TopicField
          field={topicField}
          channel={place.channel}
          topic={topic}
          change={changeTopic}
          done={done}
        />
      )}
      {goBack && (
        <button type="button" class="icon-button" aria-label={t.sendHere} title={t.sendHere} onClick={goBack}>
          <Icon node={Undo} />
        </button>
      )}
    </div>
  )
}

interface DestinationDialogProps {
  readonly onChoose: (place: WritingPlace) => void
  readonly onClose: () => void
}

/** Asks where the message goes. The page stays where it is. */
export function DestinationDialog({ onChoose, onClose }: DestinationDialogProps) {
  const store = useStore()
  const problem = useSignal('')
  return (
    <Dialog title={t.sendElsewhere} onClose={onClose}>
      <DestinationPicker
        onChoose={(hash) => {
          const route = parseRoute(hash)
          if (route.view !== 'messages') return
          const { narrow } = route
          if (!isConversation(narrow) && narrow.kind !== 'channel') return
          problem.value = closedBecause(store, narrow) ?? ''
          if (problem.value === '') onChoose(narrow)
        }}
      />
      <p class="problem" role="alert">
        {problem.value}
      </p>
    </Dialog>
  )
}
