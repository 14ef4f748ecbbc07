import AlarmClock from 'lucide/dist/esm/icons/alarm-clock.mjs'
import AtSign from 'lucide/dist/esm/icons/at-sign.mjs'
import CalendarClock from 'lucide/dist/esm/icons/calendar-clock.mjs'
import Clock from 'lucide/dist/esm/icons/clock.mjs'
import Smile from 'lucide/dist/esm/icons/face-slightly-smiling.mjs'
import Inbox from 'lucide/dist/esm/icons/inbox.mjs'
import PencilLine from 'lucide/dist/esm/icons/pencil-line.mjs'
import Rows from 'lucide/dist/esm/icons/rows-3.mjs'
import Star from 'lucide/dist/esm/icons/star.mjs'
import { route } from '../model/current-route.ts'
import { narrowKey, REACTIONS } from '../model/narrow.ts'
import { hashOf } from '../model/route.ts'
import { Icon } from '../parts/icon.tsx'
import { unreadForYou } from '../store/derived/counts.ts'
import { shownRoute } from '../store/home.ts'
import { useStore } from '../store/use-store.ts'
import { t } from '../texts/texts.ts'
import { SidebarLink } from './sidebar-link.tsx'

export function ViewSection() {
  const store = useStore()
  const value = shownRoute(store, route.value)
  const narrow = value.view === 'messages' ? value.narrow.kind : undefined
  const mentions = store.unread.value.mentions.size
  return (
    <ul aria-label={t.views}>
      <SidebarLink
        href="#inbox"
        mark={<Icon node={Inbox} />}
        name={t.inbox}
        isChosen={value.view === 'inbox'}
        unread={{ count: unreadForYou(store), isForYou: true }}
      />
      <SidebarLink
        href="#recent"
        mark={<Icon node={Clock} />}
        name={t.recent}
        isChosen={value.view === 'recent'}
      />
      <SidebarLink href="#feed" mark={<Icon node={Rows} />} name={t.feed} isChosen={narrow === 'feed'} />
      <SidebarLink
        href="#narrow/is/mentioned"
        mark={<Icon node={AtSign} />}
        name={t.mentions}
        isChosen={narrow === 'mentions'}
        unread={{ count: mentions, isForYou: true }}
      />
      <SidebarLink
        href={hashOf(REACTIONS)}
        mark={<Icon node={Smile} />}
        name={t.reactionsToMe}
        isChosen={value.view === 'messages' && narrowKey(value.narrow) === narrowKey(REACTIONS)}
      />
      <SidebarLink
        href="#narrow/is/starred"
        mark={<Icon node={Star} />}
        name={t.starred}
        isChosen={narrow === 'starred'}
        note={(store.settings.value.starred_message_counts && store.starred.value.size) || undefined}
      />
      <SidebarLink
        href="#drafts"
        mark={<Icon node={PencilLine} />}
        name={t.drafts}
        isChosen={value.view === 'drafts'}
        note={store.drafts.value.size || undefined}
      />
      <SidebarLink
        href="#scheduled"
        mark={<Icon node={CalendarClock} />}
        name={t.scheduledMessages}
        isChosen={value.view === 'scheduled'}
        note={store.scheduled.value.size || undefined}
      />
      {(store.reminders.value.size > 0 || value.view === 'reminders') && (
        <SidebarLink
          href="#reminders"
          mark={<Icon node={AlarmClock} />}
          name={t.reminders}
          isChosen={value.view === 'reminders'}
          note={store.reminders.value.size || undefined}
        />
      )}
    </ul>
  )
}
