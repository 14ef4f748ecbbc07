import { useComputed, useSignal } from '@preact/signals'
import CheckCheck from 'lucide/dist/esm/icons/check-check.mjs'
import ChevronDown from 'lucide/dist/esm/icons/chevron-down.mjs'
import SearchX from 'lucide/dist/esm/icons/search-x.mjs'
import { useEffect } from 'preact/hooks'
import { Confirm } from '../forms/confirm.tsx'
import { InviteButton } from '../invite/invite-button.tsx'
import { conversationKey } from '../model/conversation.ts'
import { plain } from '../model/rank.ts'
import { hashOf } from '../model/route.ts'
import { Blank } from '../parts/blank.tsx'
import { ChannelMark } from '../parts/channel-mark.tsx'
import { useListFocus } from '../parts/floating/use-list-focus.ts'
import { Icon } from '../parts/icon.tsx'
import { LazyBlock } from '../parts/lazy-block.tsx'
import { ViewBar } from '../parts/view-bar.tsx'
import { BEGIN_STEP, isAtBeginning } from '../store/derived/beginning.ts'
import { countOf, isListed } from '../store/derived/counts.ts'
import { channelName, namesOf } from '../store/derived/names.ts'
import { DIRECT, newestOf, type UnreadConversation } from '../store/slices/unread.ts'
import type { Store } from '../store/state/store.ts'
import { useStore } from '../store/use-store.ts'
import { markReadIn } from '../store/verbs/flag-messages.ts'
import { loadSingle } from '../store/verbs/load-messages.ts'
import { markHintsSeen } from '../store/verbs/mark-hints-seen.ts'
import { t } from '../texts/texts.ts'
import './inbox.css'
import { InboxLine } from './inbox-line.tsx'
import '../parts/lines.css'

/** Pixels of a line and of a heading. */
const LINE = 52
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
    if (id !== DIRECT && !isListed(store, id)) continue
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
  const filter = useSignal('')
  const isAsking = useSignal(false)
  const folded = useSignal<ReadonlySet<number>>(new Set())
  const focus = useListFocus<HTMLDivElement>('a.line', () => document.getElementById('main'))
  const all = useComputed(() => sectionsOf(store))
  const sections = useComputed(() => filtered(store, all.value, filter.value.trim()))
  const toggle = (id: number) => {
    const next = new Set(folded.value)
    if (!next.delete(id)) next.add(id)
    folded.value = next
  }
  return (
    <>
      <ViewBar>
        <h1>{t.inbox}</h1>
        {all.value.length > 0 && (
          <span class="inbox-tools">
            <input
              type="search"
              class="field"
              dir="auto"
              aria-label={t.filterInbox}
              placeholder={t.filterInbox}
              value={filter.value}
              onInput={(event) => {
                filter.value = event.currentTarget.value
              }}
            />
            <button
              type="button"
              class="button"
              onClick={() => {
                isAsking.value = true
              }}
            >
              {t.markEverythingRead}
            </button>
          </span>
        )}
      </ViewBar>
      {isAsking.value && (
        <Confirm
          title={t.markEverythingRead}
          warning={t.markEverythingReadHint}
          action={t.markEverythingRead}
          onConfirm={() => void markReadIn(store)}
          onClose={() => {
            isAsking.value = false
          }}
        />
      )}
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
      {all.value.length > 0 && sections.value.length === 0 ? (
        <Blank icon={SearchX} title={t.nothingFits} />
      ) : sections.value.length === 0 ? (
        <Blank icon={CheckCheck} title={t.emptyInbox} hint={t.emptyInboxHint}>
          <InviteButton />
        </Blank>
      ) : (
        <div class="lines" data-scroller {...focus}>
          {sections.value.map((section, n) => (
            <LazyBlock
              key={section.id}
              height={HEADING + (folded.value.has(section.id) ? 0 : section.lines.length * LINE)}
              isAlwaysDrawn={n < AT_ONCE}
            >
              {() => (
                <InboxSection
                  {...section}
                  isFolded={folded.value.has(section.id)}
                  toggle={() => toggle(section.id)}
                />
              )}
            </LazyBlock>
          ))}
        </div>
      )}
    </>
  )
}

/** The conversations whose name, or whose channel's name, has the text. */
function filtered(store: Store, sections: readonly Section[], text: string): readonly Section[] {
  if (text === '') return sections
  const sought = plain(text)
  return sections.flatMap((section) => {
    const channel = section.id === DIRECT ? '' : (channelName(store, section.id) ?? '')
    if (plain(channel).includes(sought)) return section
    const lines = section.lines.filter(({ conversation }) =>
      plain(namesOf(store, conversation)).includes(sought),
    )
    return lines.length === 0 ? [] : { ...section, lines }
  })
}

interface InboxSectionProps extends Section {
  readonly isFolded: boolean
  readonly toggle: () => void
}

function InboxSection({ id, lines, isFolded, toggle }: InboxSectionProps) {
  const store = useStore()
  const newest = lines.map(newestOf)
  // The lines are drawn again once their messages are there.
  const loaded = useSignal(0)
  useEffect(() => {
    if (isFolded) return
    void loadSingle(store, newest).then(() => {
      loaded.value += 1
    })
  }, [store, newest.join(), isFolded])
  const channel = store.channels.value.get(id)
  return (
    <section>
      <h2>
        <button
          type="button"
          class="fold"
          aria-expanded={!isFolded}
          aria-label={channel?.name ?? t.directMessages}
          onClick={toggle}
        >
          <Icon node={ChevronDown} />
        </button>
        {channel === undefined ? (
          t.directMessages
        ) : (
          <>
            <ChannelMark channel={channel} />
            <a href={hashOf({ kind: 'channel', channel: id }, channel.name)}>{channel.name}</a>
          </>
        )}
      </h2>
      {!isFolded && (
        <ul>
          {lines.map((line) => (
            <InboxLine key={conversationKey(line.conversation)} {...line} loaded={loaded.value} />
          ))}
        </ul>
      )}
    </section>
  )
}
