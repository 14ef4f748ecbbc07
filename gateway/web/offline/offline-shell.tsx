import CloudOff from 'lucide/dist/esm/icons/cloud-off.mjs'
import logo from '../../design/logo.svg'
import { route } from '../model/current-route.ts'
import '../shell/notice-line.css'
import { hashOf } from '../model/route.ts'
import '../shell/shell.css'
import '../shell/top-bar.css'
import { Avatar } from '../parts/avatar.tsx'
import { Blank } from '../parts/blank.tsx'
import { ChannelMark } from '../parts/channel-mark.tsx'
import { SidebarLink } from '../sidebar/sidebar-link.tsx'
import { useStore } from '../store/use-store.ts'
import { Overlays } from '../views/overlays.tsx'
import '../sidebar/sidebar.css'
import { type Conversation, conversationOf } from '../model/conversation.ts'
import { narrowKey } from '../model/narrow.ts'
import { namesOf } from '../store/derived/names.ts'
import type { Store } from '../store/state/store.ts'
import { momentOf } from '../texts/dates.ts'
import { t } from '../texts/texts.ts'
import { ConversationLine } from '../views/conversation-line.tsx'
import '../parts/lines.css'
import { ViewBar } from '../parts/view-bar.tsx'
import type { KeptConversation } from '../store/copy/choose-kept.ts'
import { keptIn } from '../store/copy/kept-in.ts'
import { MessagesView } from '../views/messages-view.tsx'
import './offline-shell.css'

const { keptCopy: texts } = t

interface KeptProps {
  readonly conversations: readonly KeptConversation[]
}

/** The conversations that this device keeps, to read only. */
export function OfflineShell({ conversations, savedAt }: KeptProps & { readonly savedAt: number }) {
  const store = useStore()
  const { twenty_four_hour_time: uses24Hours } = store.settings.value
  return (
    <div class={route.value.view === 'start' ? 'shell offline at-start' : 'shell offline'}>
      <button type="button" class="skip" onClick={() => document.getElementById('main')?.focus()}>
        {t.skipToMessages}
      </button>
      <header class="top-bar">
        <a class="home" href="#recent" aria-label={store.realm.value.name}>
          <img src={logo} alt="" width="24" height="24" />
          <span class="ellipsis">{store.realm.value.name}</span>
        </a>
      </header>
      <div class="notice-line" role="status">
        <p>{texts.line(momentOf(savedAt / 1000, uses24Hours))}</p>
      </div>
      <nav class="sidebar" aria-label={t.conversations}>
        <div class="sidebar-lines" data-scroller>
          <section>
            <h2>{texts.title}</h2>
            <ul>
              {conversations.map((kept) => (
                <KeptLink key={kept.key} kept={kept} />
              ))}
            </ul>
          </section>
        </div>
      </nav>
      <main id="main" class="main" tabIndex={-1}>
        <OfflineView conversations={conversations} />
        <Overlays />
      </main>
    </div>
  )
}

const placeOf = (store: Store, { messages }: KeptConversation): Conversation =>
  conversationOf(messages.at(-1)!, store.me)

function KeptLink({ kept }: { readonly kept: KeptConversation }) {
  const store = useStore()
  const { value } = route
  const conversation = placeOf(store, kept)
  const isDirect = conversation.kind === 'direct'
  const channel = isDirect ? undefined : store.channels.value.get(conversation.channel)
  const name = namesOf(store, conversation)
  return (
    <SidebarLink
      href={hashOf(conversation, channel?.name)}
      mark={
        isDirect ? (
          <Avatar person={store.people.value.get(conversation.people[0]!)} size="small" />
        ) : (
          <ChannelMark channel={channel} />
        )
      }
      name={channel === undefined ? name : `${channel.name} › ${name}`}
      isChosen={value.view === 'messages' && narrowKey(value.narrow) === kept.key}
    />
  )
}

function OfflineView({ conversations }: KeptProps) {
  const store = useStore()
  const { value } = route
  if (value.view === 'messages') {
    const ids = keptIn(conversations, value.narrow, store.me).map(({ id }) => id)
    if (ids.length === 0) return <NotKept />
    const list = store.messages.list(value.narrow)
    if (list.stretch.peek().status !== 'ready') list.change({ ids, hasNewest: true, status: 'ready' })
    return <MessagesView key={narrowKey(value.narrow)} narrow={value.narrow} near={value.near} />
  }
  const hasList = value.view === 'start' || value.view === 'inbox' || value.view === 'recent'
  if (!hasList) return <NotKept />
  return (
    <>
      <ViewBar>
        <h1>{t.recent}</h1>
      </ViewBar>
      <div class="lines">
        <ul>
          {conversations.map((kept) => (
            <ConversationLine
              key={kept.key}
              conversation={placeOf(store, kept)}
              newest={kept.messages.at(-1)!.id}
              hasChannel
              unread={{ count: 0, isForYou: false }}
            />
          ))}
        </ul>
      </div>
    </>
  )
}

const NotKept = () => (
  <>
    <ViewBar>
      <h1>{texts.notKept}</h1>
    </ViewBar>
    <Blank icon={CloudOff} title={texts.notKept} hint={texts.notKeptHint}>
      <a class="button" href="#recent">
        {texts.show}
      </a>
    </Blank>
  </>
)
