import type { IconNode } from 'lucide'
import AlarmClock from 'lucide/dist/esm/icons/alarm-clock.mjs'
import AtSign from 'lucide/dist/esm/icons/at-sign.mjs'
import CalendarClock from 'lucide/dist/esm/icons/calendar-clock.mjs'
import Clock from 'lucide/dist/esm/icons/clock.mjs'
import Smile from 'lucide/dist/esm/icons/face-slightly-smiling.mjs'
import Inbox from 'lucide/dist/esm/icons/inbox.mjs'
import PencilLine from 'lucide/dist/esm/icons/pencil-line.mjs'
import Rows from 'lucide/dist/esm/icons/rows-3.mjs'
import Star from 'lucide/dist/esm/icons/star.mjs'
import { narrowKey, REACTIONS } from '../model/narrow.ts'
import { hashOf, parseRoute, type Route } from '../model/route.ts'
import type { NavigationView } from '../store/slices/settings.ts'
import type { Store } from '../store/state/store.ts'
import { t } from '../texts/texts.ts'

/** A view that every client has. */
export interface BuiltInView {
  readonly fragment: string
  readonly icon: IconNode
  readonly name: string
}

/** In the order of the sidebar. */
export const BUILT_IN_VIEWS: readonly BuiltInView[] = [
  { fragment: 'inbox', icon: Inbox, name: t.inbox },
  { fragment: 'recent', icon: Clock, name: t.recent },
  { fragment: 'feed', icon: Rows, name: t.feed },
  { fragment: 'narrow/is/mentioned', icon: AtSign, name: t.mentions },
  { fragment: hashOf(REACTIONS).slice(1), icon: Smile, name: t.reactionsToMe },
  { fragment: 'narrow/is/starred', icon: Star, name: t.starred },
  { fragment: 'drafts', icon: PencilLine, name: t.drafts },
  { fragment: 'scheduled', icon: CalendarClock, name: t.scheduledMessages },
  { fragment: 'reminders', icon: AlarmClock, name: t.reminders },
]

/** Equal for routes that lead to the same view. */
export const viewKey = (route: Route): string =>
  route.view === 'messages' ? narrowKey(route.narrow) : route.view

export const keyOfFragment = (fragment: string): string => viewKey(parseRoute(fragment))

/**
 * Whether the sidebar shows a view. Until the reader chooses, it shows reminders only when there are some.
 */
export const isInSidebar = (store: Store, fragment: string): boolean =>
  store.navigationViews.value.get(fragment)?.is_pinned ??
  (fragment !== 'reminders' || store.reminders.value.size > 0)

/** The reader's own views, oldest first. Views of the clients have no name. */
export const ownViews = (store: Store): readonly (NavigationView & { readonly name: string })[] =>
  [...store.navigationViews.value.values()].flatMap((view) =>
    view.name === null ? [] : { ...view, name: view.name },
  )
