import { conversationKey } from '../model/conversation.ts'
import { route } from '../model/current-route.ts'
import { narrowKey } from '../model/narrow.ts'
import { hashOf } from '../model/route.ts'
import { Avatar } from '../parts/avatar.tsx'
import { namesOf } from '../store/derived/names.ts'
import { DIRECT, unreadGroup } from '../store/slices/unread.ts'
import { useStore } from '../store/use-store.ts'
import { t } from '../texts/texts.ts'
import { SidebarLink } from './sidebar-link.tsx'

const SHOWN = 8

/** The direct conversations with unread messages, then the most recent ones. */
export function DirectSection() {
  const store = useStore()
  const { value } = route
  const chosen = value.view === 'messages' ? narrowKey(value.narrow) : undefined
  const unread = unreadGroup(store.unread.value, DIRECT)
  const known = new Map(store.direct.value.conversations)
  if (value.view === 'messages' && value.narrow.kind === 'direct' && !known.has(chosen!)) {
    known.set(chosen!, { conversation: value.narrow, newest: Number.POSITIVE_INFINITY })
  }
  const sorted = [...known.values()].sort((a, b) => b.newest - a.newest)
  const shown = sorted.filter(({ conversation }, i) => {
    const key = conversationKey(conversation)
    return i < SHOWN || unread.has(key) || key === chosen
  })
  return (
    <section>
      <h2>{t.directMessages}</h2>
      {shown.length === 0 && <p class="nothing">{t.noDirectMessages}</p>}
      <ul>
        {shown.map(({ conversation }) => {
          const key = conversationKey(conversation)
          return (
            <SidebarLink
              key={key}
              href={hashOf(conversation)}
              mark={<Avatar person={store.people.value.get(conversation.people[0]!)} size="small" />}
              name={namesOf(store, conversation)}
              isChosen={key === chosen}
              place={conversation}
              unread={{ count: unread.get(key)?.ids.size ?? 0, isForYou: true }}
            />
          )
        })}
      </ul>
    </section>
  )
}
