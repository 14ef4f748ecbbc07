import { useComputed } from '@preact/signals'
import CheckCheck from 'lucide/dist/esm/icons/check-check.mjs'
import { InviteButton } from '../invite/invite-button.tsx'
import { conversationKey } from '../model/conversation.ts'
import { hashOf } from '../model/route.ts'
import { Blank } from '../parts/blank.tsx'
import { ChannelMark } from '../parts/channel-mark.tsx'
import { LazyBlock } from '../parts/lazy-block.tsx'
import { ViewBar } from '../parts/view-bar.tsx'
import { BEGIN_STEP, isAtBeginning } from '../store/derived/beginning.ts'
import { countOf } from '../store/derived/counts.ts'
import { DIRECT, newestOf, type UnreadConversation } from '../store/slices/unread.ts'
import type { Store } from '../store/state/store.ts'
import { useStore } from '../store/use-store.ts'
import { markHintsSeen } from '../store/verbs/mark-hints-seen.ts'
import { t } from '../texts/texts.ts'
import { ConversationLine } from './conversation-line.tsx'
import '../parts/lines.css'

/** Pixels of a line and of a heading. */
const LINE = 40
const HEADING = 40
/** The first sections are drawn at once. */
const AT_ONCE = 4

interface Section {
  /** The channel, or DIRECT. */
  readonly id: number
  readonly newest: number
  readonly lines: readonly UnreadConversation[]
}

/** Direct conversations first, then channels; the newest come first. */
function sectionsOf(store: Store): Section[] {
  const sections: Section[] = []
  for (const [id, group] of store.unread.value.groups) {
    if (id !== DIRECT && !store.channels.value.has(id)) continue
    const lines = [...group.values()]
      .filter((one) => !isQuiet(store, one))
      .sort((a, b) => newestOf(b) - newestOf(a))
    if (lines.length > 0) sections.push({ id, newest: newestOf(lines[0]!), lines })
  }
  return sections.sort((a, b) => Number(b.id === DIRECT) - Number(a.id === DIRECT) || b.newest - a.newest)
}

/** Whether the conversation is muted and nothing in it concerns the reader. */
const isQuiet = (store: Store, { conversation, ids }: UnreadConversation): boolean =>
  conversation.kind === 'topic' &&
  store.isTopicMuted(conversation.channel, conversation.topic) &&
  !countOf(store, conversation, ids).isForYou

/** Every conversation with unread messages: direct ones first, then by channel. */
export function InboxView() {
  const store = useStore()
  const sections = useComputed(() => sectionsOf(store))
  return (
    <>
      <ViewBar>
        <h1>{t.inbox}</h1>
      </ViewBar>
      {isAtBeginning(store) && (
        <p class="begin-line">
          <span>{t.beginLine}</span>
          <a class="button main" href="#begin">
            {t.firstSteps}
          </a>
          <button type="button" class="button" onClick={() => void markHintsSeen(store.me, [BEGIN_STEP])}>
            {t.hideIt}
          </button>
        </p>
      )}
      {sections.value.length === 0 ? (
        <Blank icon={CheckCheck} title={t.emptyInbox} hint={t.emptyInboxHint}>
          <InviteButton />
        </Blank>
      ) : (
        <div class="lines" data-scroller>
          {sections.value.map((section, n) => (
            <LazyBlock
              key={section.id}
              height={HEADING + section.lines.length * LINE}
              isAlwaysDrawn={n < AT_ONCE}
            >
              {() => <InboxSection {...section} />}
            </LazyBlock>
          ))}
        </div>
      )}
    </>
  )
}

function InboxSection({ id, lines }: Section) {
  const store = useStore()
  const channel = store.channels.value.get(id)
  return (
    <section>
      <h2>
        {channel === undefined ? (
          t.directMessages
        ) : (
          <>
            <ChannelMark channel={channel} />
            <a href={hashOf({ kind: 'channel', channel: id }, channel.name)}>{channel.name}</a>
          </>
        )}
      </h2>
      <ul>
        {lines.map(({ conversation, ids }) => (
          <ConversationLine
            key={conversationKey(conversation)}
            conversation={conversation}
            unread={countOf(store, conversation, ids)}
            newest={newestOf({ conversation, ids })}
          />
        ))}
      </ul>
    </section>
  )
}
