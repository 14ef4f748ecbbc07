import { useSignal } from '@preact/signals'
import type { RefObject } from 'preact'
import { ChannelMark } from '../parts/channel-mark.tsx'
import { OptionList, optionId } from '../parts/floating/option-list.tsx'
import { channelOf } from '../store/derived/channel-access.ts'
import { channelName } from '../store/derived/names.ts'
import { useStore } from '../store/use-store.ts'
import { t } from '../texts/texts.ts'
import { topicCompletions } from './completion/completions.ts'

interface TopicFieldProps {
  readonly field: RefObject<HTMLInputElement | null>
  readonly channel: number
  readonly topic: string
  readonly change: (topic: string) => void
  /** Moves the focus to the message. */
  readonly done: () => void
}

const LIST = 'topic-completions'

/** Names the topic of a message, or finds one that exists. */
export function TopicField({ field, channel, topic, change, done }: TopicFieldProps) {
  const store = useStore()
  const isOpen = useSignal(false)
  const chosen = useSignal(-1)
  const where = channelName(store, channel) ?? ''
  const found = isOpen.value ? topicCompletions(store, channel, topic) : []
  const completions = found.map((name) => ({ key: name, text: name, name, mark: { kind: 'topic' } as const }))

  const choose = (name: string) => {
    change(name)
    isOpen.value = false
    done()
  }
  function pressed(event: KeyboardEvent): void {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step !== 0 && found.length > 0) {
      const from = chosen.value === -1 && step === -1 ? 0 : chosen.value
      chosen.value = (from + step + found.length) % found.length
    } else if (event.key === 'Enter') {
      const name = found[chosen.value]
      if (name === undefined) done()
      else choose(name)
    } else if (event.key === 'Escape' && isOpen.value) isOpen.value = false
    else return
    event.preventDefault()
    event.stopPropagation()
  }

  return (
    <div class="to">
      {completions.length > 0 && (
        <OptionList
          id={LIST}
          options={completions}
          chosen={chosen.value}
          choose={({ name }) => choose(name)}
        />
      )}
      <ChannelMark channel={channelOf(store, channel)} />
      <strong class="ellipsis" dir="auto">
        {where}
      </strong>
      <span aria-hidden="true">›</span>
      <input
        ref={field}
        dir="auto"
        value={topic}
        maxLength={store.realm.value.maxTopicLength}
        aria-label={t.topicOf(where)}
        placeholder={t.newTopic}
        autocomplete="off"
        aria-autocomplete="list"
        aria-controls={completions.length > 0 ? LIST : undefined}
        aria-activedescendant={
          completions.length > 0 && chosen.value >= 0 ? optionId(LIST, chosen.value) : undefined
        }
        onInput={(event) => {
          isOpen.value = true
          chosen.value = -1
          change(event.currentTarget.value)
        }}
        onFocus={() => {
          isOpen.value = true
          chosen.value = -1
        }}
        onBlur={() => {
          isOpen.value = false
        }}
        onKeyDown={pressed}
      />
    </div>
  )
}
