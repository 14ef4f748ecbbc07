import CheckCheck from 'lucide/dist/esm/icons/check-check.mjs'
import { hashOf } from '../app/route.ts'
import { useStore } from '../app/use-store.ts'
import { Blank } from '../parts/blank.tsx'
import { ChannelMark } from '../parts/channel-mark.tsx'
import { countOf } from '../store/counts.ts'
import type { UnreadConversation } from '../store/unread.ts'
import { t } from '../texts/texts.ts'
import { ConversationLine } from './conversation-line.tsx'
import { ViewBar } from './view-bar.tsx'
import './lines.css'

const newestOf = ({ ids }: UnreadConversation): number => Math.max(...ids)
const byNewest = (a: UnreadConversation, b: UnreadConversation) => newestOf(b) - newestOf(a)

/** Every conversation with unread messages: direct ones first, then by channel. */
export function InboxView() {
  const store = useStore()
  const all = [...store.unread.value.conversations.values()].sort(byNewest)
  const direct = all.filter(({ conversation }) => conversation.kind === 'direct')
  const byChannel = new Map<number, UnreadConversation[]>()
  for (const unread of all) {
    const { conversation, ids } = unread
    if (conversation.kind !== 'topic' || !store.channels.value.has(conversation.channel)) continue
    const isQuiet =
      store.isTopicMuted(conversation.channel, conversation.topic) &&
      !countOf(store, conversation, ids).isForYou
    if (isQuiet) continue
    byChannel.set(conversation.channel, [...(byChannel.get(conversation.channel) ?? []), unread])
  }
  const lines = (unread: readonly UnreadConversation[]) => (
    <ul>
      {unread.map(({ conversation, ids }) => (
        <ConversationLine
          key={hashOf(conversation)}
          conversation={conversation}
          unread={countOf(store, conversation, ids)}
          newest={Math.max(...ids)}
        />
      ))}
    </ul>
  )
  return (
    <>
      <ViewBar>
        <h1>{t.inbox}</h1>
      </ViewBar>
      {direct.length === 0 && byChannel.size === 0 ? (
        <Blank icon={CheckCheck} title={t.emptyInbox} hint={t.emptyInboxHint} />
      ) : (
        <div class="lines">
          {direct.length > 0 && (
            <section>
              <h2>{t.directMessages}</h2>
              {lines(direct)}
            </section>
          )}
          {[...byChannel].map(([id, unread]) => (
            <section key={id}>
              <h2>
                <ChannelMark channel={store.channels.value.get(id)} />
                <a href={hashOf({ kind: 'channel', channel: id }, store.channels.value.get(id)!.name)}>
                  {store.channels.value.get(id)!.name}
                </a>
              </h2>
              {lines(unread)}
            </section>
          ))}
        </div>
      )}
    </>
  )
}
