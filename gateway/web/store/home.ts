import type { Route } from '../model/route.ts'
import type { Store } from './state/store.ts'

/** The addresses of the views that a person can choose as the first one (`web_home_view`). */
const HOMES = {
  inbox: '#inbox',
  recent_topics: '#recent',
  all_messages: '#feed',
} as const

export const homeHash = (store: Store): string => HOMES[store.settings.value.web_home_view] ?? HOMES.inbox

/** The view of a route; without one, the reader's first view. */
export function shownRoute(store: Store, route: Route): Route {
  if (route.view !== 'start') return route
  switch (store.settings.value.web_home_view) {
    case 'recent_topics':
      return { view: 'recent' }
    case 'all_messages':
      return { view: 'messages', narrow: { kind: 'feed' } }
    default:
      return { view: 'inbox' }
  }
}
