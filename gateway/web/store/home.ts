import { directWith } from '../model/conversation.ts'
import type { Route } from '../model/route.ts'
import { routeByIds } from './derived/named-places.ts'
import type { Store } from './state/store.ts'

/** The addresses of the views that a person can choose as the first one (`web_home_view`). */
const HOMES = {
  inbox: '#inbox',
  recent_topics: '#recent',
  all_messages: '#feed',
} as const

export const homeHash = (store: Store): string => HOMES[store.settings.value.web_home_view] ?? HOMES.inbox

/**
 * The view of a route: without one, the reader's first view. Channels and people that the address names have
 * their ids, and a direct conversation is without the reader.
 */
export function shownRoute(store: Store, given: Route): Route {
  const route = given.view === 'named' ? routeByIds(store, given) : given
  if (route.view === 'messages' && route.narrow.kind === 'direct')
    return { ...route, narrow: directWith(route.narrow.people, store.me) }
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
