import Bell from 'lucide/dist/esm/icons/bell.mjs'
import BellOff from 'lucide/dist/esm/icons/bell-off.mjs'
import type { ComponentChildren } from 'preact'
import { useMemo } from 'preact/hooks'
import { texts } from '../../message/overlays/texts.ts'
import { hashOf } from '../../model/route.ts'
import { Avatar } from '../../parts/avatar.tsx'
import { ChannelMark } from '../../parts/channel-mark.tsx'
import { Count } from '../../parts/count.tsx'
import { PlaceMenuButton, placeMenuOnRow } from '../../parts/floating/place-menu-button.tsx'
import { Icon } from '../../parts/icon.tsx'
import { LastWords } from '../../parts/last-words.tsx'
import { textOfHtml } from '../../parts/text-of-html.ts'
import { channelOf } from '../../store/derived/channel-access.ts'
import { isFollowed } from '../../store/derived/counts.ts'
import { channelName, nameOf, namesOf } from '../../store/derived/names.ts'
import { useStore } from '../../store/use-store.ts'
import { markReadIn } from '../../store/verbs/flag-messages.ts'
import { briefly } from '../../texts/dates.ts'
import { namesUpTo } from '../../texts/names-up-to.ts'
import { t } from '../../texts/texts.ts'
import type { RecentRow } from './choose.ts'

/** Characters of a message that a row shows at most. */
const MOST_SHOWN = 200
/** Pictures of people in a row. */
const MOST_PICTURES = 4
/** Names of people that a row says. */
const MOST_NAMES = 10

interface RecentLineProps {
  readonly row: RecentRow
  readonly index: number
  /** The column that Tab reaches, if it is in this row. */
  readonly column: number | undefined
  /** Changes when messages were loaded, so that the row is drawn again. */
  readonly loaded: number
}

/** A conversation of the grid: its place and last words, its people, its unread messages, its menu. */
export function RecentLine({ row, index, column }: RecentLineProps) {
  const store = useStore()
  const { conversation, newest, participants, unread } = row
  const message = store.messages.get(newest)?.value
  const words = useMemo(() => textOfHtml(message?.content ?? '').slice(0, MOST_SHOWN), [message?.content])
  const isTopic = conversation.kind === 'topic'
  const channel = isTopic ? channelName(store, conversation.channel) : undefined
  const name = namesOf(store, conversation)
  const isMuted = isTopic && store.isTopicMuted(conversation.channel, conversation.topic)
  const stop = (of: number) => (column === of ? 0 : -1)
  const hasUnread = unread.count + (unread.uncounted ?? 0) > 0
  const people = isTopic ? participants : participants.filter((id) => id !== store.me)
  return (
    // biome-ignore lint/a11y/useSemanticElements: the grid is no table.
    // biome-ignore lint/a11y/useFocusableInteractive: its cells take the focus.
    <div
      role="row"
      class={hasUnread ? 'recent-row has-unread' : 'recent-row'}
      aria-rowindex={index + 2}
      data-key={row.key}
      onContextMenu={placeMenuOnRow(store, conversation)}
    >
      <Cell>
        <a
          class="line"
          href={hashOf(conversation, channel)}
          tabIndex={stop(0)}
          onClick={() => {
            store.recent.opened.value = row.key
          }}
        >
          {isTopic ? (
            <ChannelMark channel={channelOf(store, conversation.channel)} />
          ) : (
            <Avatar person={store.people.value.get(conversation.people[0]!)} size="small" />
          )}
          <span class="two-lines">
            <span class="of-row">
              {channel !== undefined && (
                <>
                  <bdi class="channel ellipsis">{channel}</bdi>
                  <span class="separator" aria-hidden="true">
                    ›
                  </span>
                </>
              )}
              <bdi class="name ellipsis">{name}</bdi>
              {isFollowed(store, conversation) && (
                <span class="state" title={t.followed}>
                  <Icon node={Bell} size={13} />
                  <span class="only-heard">{t.followed}</span>
                </span>
              )}
              {isMuted && (
                <span class="state" title={texts.isMuted}>
                  <Icon node={BellOff} size={13} />
                  <span class="only-heard">{texts.isMuted}</span>
                </span>
              )}
            </span>
            {message ? (
              <LastWords sender={nameOf(store, message.sender_id)} words={words} />
            ) : (
              <span class="words" />
            )}
          </span>
        </a>
      </Cell>
      <People people={people} tabIndex={stop(1)} />
      <Cell>
        {hasUnread && (
          <button
            type="button"
            class="mark-read"
            tabIndex={stop(2)}
            title={t.markReadOf(name)}
            onClick={() => void markReadIn(store, conversation)}
          >
            <Count {...unread} />
            <span class="only-heard">{t.markReadOf(name)}</span>
          </button>
        )}
      </Cell>
      <Cell>
        {message && <time>{briefly(message.timestamp, store.settings.value.twenty_four_hour_time)}</time>}
      </Cell>
      <Cell>
        <PlaceMenuButton place={conversation} name={name} tabIndex={stop(4)} />
      </Cell>
    </div>
  )
}

/** A cell; one without a control takes the focus itself. */
const Cell = ({ children }: { children?: ComponentChildren }) => (
  // biome-ignore lint/a11y/useSemanticElements: the grid is no table.
  <div role="gridcell" tabIndex={-1}>
    {children}
  </div>
)

/** The pictures of the people who wrote last. */
function People({ people, tabIndex }: { people: readonly number[]; tabIndex: number }) {
  const store = useStore()
  const others = people.length - MOST_PICTURES
  const named = people.slice(0, MOST_NAMES).map((id) => nameOf(store, id))
  const text = namesUpTo(named, named.length, people.length)
  return (
    // biome-ignore lint/a11y/useSemanticElements: the grid is no table.
    <div role="gridcell" class="people" tabIndex={tabIndex} title={text}>
      {people.slice(0, MOST_PICTURES).map((id) => (
        <Avatar key={id} person={store.people.value.get(id)} size="small" />
      ))}
      {others > 0 && (
        <span class="others" aria-hidden="true">
          +{others}
        </span>
      )}
      <span class="only-heard">{text}</span>
    </div>
  )
}
