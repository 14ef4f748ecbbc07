import type { ComponentChildren } from 'preact'
import type { WritingPlace } from '../compose/writing-place.ts'
import { isConversation } from '../model/narrow.ts'
import { hashOf } from '../model/route.ts'
import { ChannelMark } from '../parts/channel-mark.tsx'
import { channelOf } from '../store/derived/channel-access.ts'
import { channelName, namesOf } from '../store/derived/names.ts'
import { useStore } from '../store/use-store.ts'
import { t } from '../texts/texts.ts'
import './written-line.css'

interface WrittenLineProps {
  /** The destination; undefined while it is open. */
  readonly place: WritingPlace | undefined
  readonly content: string
  readonly note: string
  readonly isFailed?: boolean
  /** Called before the destination opens. */
  readonly onOpen?: () => void
  readonly children: ComponentChildren
}

/** A draft or scheduled message: its destination, its beginning, and its actions. */
export function WrittenLine({ place, content, note, isFailed = false, onOpen, children }: WrittenLineProps) {
  const store = useStore()
  const channel =
    place !== undefined && 'channel' in place
      ? (channelName(store, place.channel) ?? t.noSuchChannel)
      : undefined
  const name = place !== undefined && isConversation(place) ? namesOf(store, place) : undefined
  const title = (
    <span class="where">
      {place !== undefined && 'channel' in place && <ChannelMark channel={channelOf(store, place.channel)} />}
      <span class="ellipsis" dir="auto">
        {[channel, name].filter(Boolean).join(' › ') || t.noRecipient}
      </span>
      <span class={isFailed ? 'note failed' : 'note'}>{note}</span>
    </span>
  )
  const text = (
    <span class="text" dir="auto">
      {content}
    </span>
  )
  return (
    <li class="written-line">
      {place === undefined ? (
        <span class="opens">
          {title}
          {text}
        </span>
      ) : (
        <a class="opens" href={hashOf(place, channel)} onClick={onOpen}>
          {title}
          {text}
        </a>
      )}
      {children}
    </li>
  )
}
