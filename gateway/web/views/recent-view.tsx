import Clock from 'lucide/dist/esm/icons/clock.mjs'
import CloudOff from 'lucide/dist/esm/icons/cloud-off.mjs'
import { useEffect, useMemo } from 'preact/hooks'
import { MessageSkeleton } from '../message/list/message-skeleton.tsx'
import { type Conversation, conversationKey, conversationOf } from '../model/conversation.ts'
import { Blank } from '../parts/blank.tsx'
import { ViewBar } from '../parts/view-bar.tsx'
import { countOf } from '../store/derived/counts.ts'
import { unreadOf } from '../store/slices/unread.ts'
import { useStore } from '../store/use-store.ts'
import { loadMore, openNewest } from '../store/verbs/load-messages.ts'
import { t } from '../texts/texts.ts'
import { ConversationLine } from './conversation-line.tsx'
import '../parts/lines.css'

/**
 * A busy conversation must not hide the others: older messages are loaded until there are this many
 * conversations.
 */
const ENOUGH = 20
const MOST_MESSAGES = 1000

/** The conversations of the newest messages, the most recently active first. */
export function RecentView() {
  const store = useStore()
  const list = useMemo(() => store.messages.list({ kind: 'feed' }), [store])
  const { ids, status, hasNewest } = list.stretch.value
  useEffect(() => {
    if (status === 'new' || (status === 'ready' && !hasNewest)) void openNewest(store, list)
  }, [store, list, status, hasNewest])

  const conversations = new Map<string, { conversation: Conversation; newest: number }>()
  for (const id of [...ids].reverse()) {
    const message = store.messages.get(id)?.value
    if (message === undefined) continue
    const conversation = conversationOf(message, store.me)
    const key = conversationKey(conversation)
    if (!conversations.has(key)) conversations.set(key, { conversation, newest: id })
  }
  const isShort = conversations.size < ENOUGH && ids.length < MOST_MESSAGES
  useEffect(() => {
    if (isShort) void loadMore(store, list, 'older')
  }, [store, list, ids, isShort])

  const unread = store.unread.value
  return (
    <>
      <ViewBar>
        <h1>{t.recent}</h1>
      </ViewBar>
      {conversations.size > 0 ? (
        <div class="lines">
          <ul>
            {[...conversations].map(([key, { conversation, newest }]) => (
              <ConversationLine
                key={key}
                conversation={conversation}
                newest={newest}
                hasChannel
                unread={countOf(store, conversation, unreadOf(unread, key)?.ids ?? new Set())}
              />
            ))}
          </ul>
        </div>
      ) : status === 'ready' ? (
        <Blank icon={Clock} title={t.emptyView} hint={t.emptyRecentHint} />
      ) : status === 'failed' ? (
        <Blank icon={CloudOff} title={t.loadFailed} hint={t.loadFailedHint}>
          <button type="button" class="button" onClick={() => openNewest(store, list)}>
            {t.tryAgain}
          </button>
        </Blank>
      ) : (
        <MessageSkeleton />
      )}
    </>
  )
}
