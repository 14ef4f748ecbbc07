import CloudOff from 'lucide/dist/esm/icons/cloud-off.mjs'
import Compass from 'lucide/dist/esm/icons/compass.mjs'
import SearchX from 'lucide/dist/esm/icons/search-x.mjs'
import { useEffect, useLayoutEffect, useMemo, useRef } from 'preact/hooks'
import { closedBecause } from '../compose/closed-because.ts'
import { ClosedComposer } from '../compose/closed-composer.tsx'
import { Composer } from '../compose/composer.tsx'
import { KeptText } from '../compose/kept-text.tsx'
import { TypingLine } from '../compose/typing-line.tsx'
import { MessageListView } from '../message/list/message-list.tsx'
import { MessageSkeleton } from '../message/list/message-skeleton.tsx'
import { NewMessageRegion } from '../message/list/new-message-region.tsx'
import { isConversation, type Narrow, narrowKey } from '../model/narrow.ts'
import { channelHash } from '../model/route.ts'
import { Blank } from '../parts/blank.tsx'
import { PlaceMenuButton } from '../parts/floating/place-menu-button.tsx'
import { ViewBar } from '../parts/view-bar.tsx'
import { canReadChannel } from '../store/derived/channel-access.ts'
import { unknownIn } from '../store/derived/unknown-in.ts'
import { link } from '../store/session.ts'
import { useStore } from '../store/use-store.ts'
import { openList } from '../store/verbs/load-messages.ts'
import { momentOf } from '../texts/dates.ts'
import { t } from '../texts/texts.ts'
import { EmptyList } from './empty-list.tsx'
import { NarrowTitle } from './narrow-title.tsx'
import './place-bar.css'
import { nameOf } from './place-menu.tsx'
import { SubscribeBar } from './subscribe-bar.tsx'
import { useFormerTopic } from './use-former-topic.ts'
import { useFreshSearch } from './use-fresh-search.ts'
import { useKeptMessages } from './use-kept-messages.ts'
import { useLinkedMessage } from './use-linked-message.ts'
import { useRefresh } from './use-refresh.ts'

/** The messages of a narrow, with the composer where the reader can write. */
export function MessagesView({ narrow, near }: { narrow: Narrow; near?: number | undefined }) {
  const store = useStore()
  const key = narrowKey(narrow)
  const list = useMemo(() => store.messages.list(narrow), [store, key])
  const { status, ids, problem } = list.stretch.value
  const isShown = !('channel' in narrow) || canReadChannel(store, narrow.channel)
  useLayoutEffect(() => {
    if (isShown && (status === 'new' || near !== undefined)) void openList(store, list, near)
  }, [store, list, near, isShown, status === 'new'])

  useFreshSearch(store, list)
  useRefresh(store, list)
  const linked = useLinkedMessage(store, list, near, isShown)
  const successors = useFormerTopic(store, list, near === undefined)
  const savedAt = useKeptMessages(store, list)

  const isLive = link(store).value.name === 'live'
  useEffect(() => {
    if (isLive && isShown && list.stretch.peek().status === 'failed') void openList(store, list, near)
  }, [isLive])

  const shown = useRef(key)
  useLayoutEffect(() => {
    // The topic has moved with its messages, one of which may have had the focus.
    if (shown.current !== key && document.activeElement === document.body)
      document.getElementById('main')?.focus()
    shown.current = key
  }, [key])

  const canWrite = !store.isSpectator && (isConversation(narrow) || narrow.kind === 'channel')
  const reason = canWrite ? closedBecause(store, narrow) : undefined
  const unknown = status === 'failed' && problem !== '' ? unknownIn(store, narrow) : undefined
  const isOpen = isShown && unknown === undefined && reason === undefined
  const wasOpen = useRef(isOpen)
  useLayoutEffect(() => {
    // The focused element was removed with the messages or the composer.
    if (wasOpen.current && !isOpen && document.activeElement === document.body)
      document.getElementById('main')?.focus()
    wasOpen.current = isOpen
  }, [isOpen])

  const isClosed = ('channel' in narrow && !isShown) || unknown !== undefined
  if (isClosed && linked === 'sought') return <Seeking />
  const gone = linked === 'missing' && (
    <p class="place-bar" role="status">
      {t.messageGone}
    </p>
  )
  if ('channel' in narrow && !isShown)
    return (
      <>
        {gone}
        <NoChannel narrow={narrow} />
      </>
    )
  if (unknown !== undefined)
    return (
      <>
        {gone}
        <UnknownPlace narrow={narrow} unknown={unknown} />
      </>
    )
  return (
    <>
      <ViewBar>
        <NarrowTitle narrow={narrow} />
        {(isConversation(narrow) || narrow.kind === 'channel') && !store.isSpectator && (
          <PlaceMenuButton place={narrow} name={nameOf(store, narrow)} />
        )}
      </ViewBar>
      {'channel' in narrow && <SubscribeBar id={narrow.channel} />}
      {ids.length > 0 && gone}
      {savedAt !== undefined && (
        <p class="place-bar" role="status">
          {t.keptCopy.line(momentOf(savedAt / 1000, store.settings.value.twenty_four_hour_time))}
        </p>
      )}
      {ids.length > 0 ? (
        <MessageListView key={key} list={list} near={near} />
      ) : status === 'ready' && linked === 'missing' ? (
        <Blank icon={SearchX} title={t.messageGone} />
      ) : status === 'ready' && linked === 'here' && successors !== 'sought' ? (
        <EmptyList narrow={narrow} canWrite={canWrite && isOpen} successors={successors} />
      ) : status === 'failed' ? (
        <Blank icon={CloudOff} title={t.loadFailed} hint={problem || t.loadFailedHint}>
          <button type="button" class="button" onClick={() => openList(store, list, near)}>
            {t.tryAgain}
          </button>
        </Blank>
      ) : (
        <MessageSkeleton />
      )}
      <NewMessageRegion narrow={narrow} />
      {isConversation(narrow) && <TypingLine conversation={narrow} />}
      {canWrite &&
        (reason === undefined ? (
          <Composer place={narrow} />
        ) : (
          <ClosedComposer place={narrow} reason={reason} />
        ))}
    </>
  )
}

/** While the message of a link is looked for, whose conversation the reader does not see. */
const Seeking = () => (
  <>
    <ViewBar />
    <MessageSkeleton />
  </>
)

/** In place of the messages of a channel that the reader is not subscribed to, or may not see. */
function NoChannel({ narrow }: { narrow: Extract<Narrow, { channel: number }> }) {
  const store = useStore()
  const channel = store.allChannels.value.get(narrow.channel)
  if (channel === undefined) return <UnknownPlace narrow={narrow} unknown="channel" />
  return (
    <>
      <ViewBar />
      <Blank icon={Compass} title={t.notInChannel(channel.name)} hint={t.notInChannelHint} isWholeView>
        <a class="button" href={channelHash(narrow.channel, channel.name)}>
          {t.showChannel}
        </a>
        {!store.isSpectator && <KeptText place={narrow} />}
      </Blank>
    </>
  )
}

/**
 * In place of messages when the address or the search names a channel or a person that the reader may not
 * see, or that does not exist.
 */
function UnknownPlace({ narrow, unknown }: { narrow: Narrow; unknown: 'channel' | 'person' }) {
  const store = useStore()
  const [title, hint] =
    unknown === 'channel' ? [t.noSuchChannel, t.noSuchChannelHint] : [t.noSuchPerson, t.noSuchPersonHint]
  const isOfWriting = isConversation(narrow) || narrow.kind === 'channel'
  return (
    <>
      <ViewBar />
      <Blank icon={Compass} title={title} hint={hint} isWholeView>
        <a class="button" href="#inbox">
          {t.openInbox}
        </a>
        {isOfWriting && !store.isSpectator && <KeptText place={narrow} />}
      </Blank>
    </>
  )
}
