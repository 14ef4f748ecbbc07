import Bell from 'lucide/dist/esm/icons/bell.mjs'
import BellOff from 'lucide/dist/esm/icons/bell-off.mjs'
import CheckCheck from 'lucide/dist/esm/icons/check-check.mjs'
import { useMemo } from 'preact/hooks'
import { hashOf } from '../model/route.ts'
import { Avatar } from '../parts/avatar.tsx'
import { Count } from '../parts/count.tsx'
import { PlaceMenuButton, placeMenuOnRow } from '../parts/floating/place-menu-button.tsx'
import { Icon } from '../parts/icon.tsx'
import { LastWords } from '../parts/last-words.tsx'
import { textOfHtml } from '../parts/text-of-html.ts'
import { countOf, isFollowed } from '../store/derived/counts.ts'
import { channelName, nameOf, namesOf } from '../store/derived/names.ts'
import { newestOf, type UnreadConversation } from '../store/slices/unread.ts'
import { useStore } from '../store/use-store.ts'
import { markReadIn } from '../store/verbs/flag-messages.ts'
import { attempt } from '../store/verbs/notice.ts'
import { FOLLOWED, INHERITED, MUTED, setTopicPolicy } from '../store/verbs/set-topic-policy.ts'
import { briefly } from '../texts/dates.ts'
import { t } from '../texts/texts.ts'

/** Characters of a message that a line shows at most. */
const MOST_SHOWN = 200

interface InboxLineProps extends UnreadConversation {
  /** Changes when messages were loaded, so that the line is drawn again. */
  readonly loaded: number
}

/** A conversation of the inbox: its name, the last sender and words, and actions beside them. */
export function InboxLine(unread: InboxLineProps) {
  const store = useStore()
  const { conversation, ids } = unread
  const message = store.messages.get(newestOf(unread))?.value
  const words = useMemo(() => textOfHtml(message?.content ?? '').slice(0, MOST_SHOWN), [message?.content])
  const channel = conversation.kind === 'topic' ? channelName(store, conversation.channel) : undefined
  const name = namesOf(store, conversation)
  const follows = isFollowed(store, conversation)
  const set = (policy: typeof INHERITED) => () =>
    conversation.kind === 'topic' &&
    attempt(store, setTopicPolicy(conversation.channel, conversation.topic, policy))
  return (
    <li class="inbox-line">
      <a
        href={hashOf(conversation, channel)}
        class="line has-unread"
        onContextMenu={placeMenuOnRow(store, conversation)}
      >
        {conversation.kind === 'direct' && (
          <Avatar person={store.people.value.get(conversation.people[0]!)} size="small" />
        )}
        <span class="two-lines">
          <span class="name ellipsis" dir="auto">
            {name}
          </span>
          {message && <LastWords sender={nameOf(store, message.sender_id)} words={words} />}
        </span>
        {message && <time>{briefly(message.timestamp, store.settings.value.twenty_four_hour_time)}</time>}
        <Count {...countOf(store, conversation, ids)} />
      </a>
      <span class="line-actions">
        <Action icon={CheckCheck} name={t.markReadOf(name)} act={() => markReadIn(store, conversation)} />
        {conversation.kind === 'topic' && (
          <>
            <Action
              icon={Bell}
              name={follows ? t.unfollowOf(name) : t.followOf(name)}
              isOn={follows}
              act={set(follows ? INHERITED : FOLLOWED)}
            />
            <Action icon={BellOff} name={t.muteOf(name)} act={set(MUTED)} />
          </>
        )}
        <PlaceMenuButton place={conversation} name={name} />
      </span>
    </li>
  )
}

interface ActionProps {
  readonly icon: Parameters<typeof Icon>[0]['node']
  readonly name: string
  readonly isOn?: boolean
  readonly act: () => unknown
}

const Action = ({ icon, name, isOn, act }: ActionProps) => (
  <button
    type="button"
    class={isOn ? 'icon-button on' : 'icon-button'}
    aria-label={name}
    title={name}
    onClick={() => void act()}
  >
    <Icon node={icon} />
  </button>
)
