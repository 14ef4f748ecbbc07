import { useSignal } from '@preact/signals'
import SquarePen from 'lucide/dist/esm/icons/square-pen.mjs'
import { conversationKey } from '../model/conversation.ts'
import { route } from '../model/current-route.ts'
import { narrowKey } from '../model/narrow.ts'
import { hashOf } from '../model/route.ts'
import { Avatar } from '../parts/avatar.tsx'
import { Icon } from '../parts/icon.tsx'
import { lazily } from '../parts/lazily.tsx'
import { namesOf } from '../store/derived/names.ts'
import { DIRECT, unreadGroup } from '../store/slices/unread.ts'
import { useStore } from '../store/use-store.ts'
import { t } from '../texts/texts.ts'
import { SidebarLink } from './sidebar-link.tsx'
import { SidebarSection } from './sidebar-section.tsx'

const NewMessage = lazily(async () => (await import('./new-message.tsx')).NewMessage)

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
  const isWriting = useSignal(false)
  const isOnlyUnread = store.sidebar.isOnlyUnread.value
  const sum = [...unread.values()].reduce((all, { ids }) => all + ids.size, 0)
  const shown = sorted.filter(({ conversation }, i) => {
    const key = conversationKey(conversation)
    return (i < SHOWN && !isOnlyUnread) || unread.has(key) || key === chosen
  })
  return (
    <SidebarSection
      name={t.directMessages}
      foldKey="direct"
      sum={{ count: sum, isForYou: true }}
      controls={
        !store.isSpectator && (
          <button
            type="button"
            class="browse"
            aria-haspopup="dialog"
            aria-label={t.newMessage}
            title={t.newMessage}
            onClick={() => {
              isWriting.value = true
            }}
          >
            <Icon node={SquarePen} />
          </button>
        )
      }
    >
      {(isFolded) => (
        <>
          {shown.length === 0 && !isFolded && (
            <p class="nothing">{isOnlyUnread ? t.noUnreadDirect : t.noDirectMessages}</p>
          )}
          <ul>
            {shown.map(({ conversation }) => {
              const key = conversationKey(conversation)
              if (isFolded && key !== chosen) return null
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
          {isWriting.value && (
            <NewMessage
              onClose={() => {
                isWriting.value = false
              }}
            />
          )}
        </>
      )}
    </SidebarSection>
  )
}
