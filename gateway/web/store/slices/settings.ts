import type { Registration } from '../../model/wire.ts'
import { slice } from './slice.ts'

/** The reader's settings for this client, by the names of the wire. */
export type Settings = Registration['user_settings']

export const settings = slice<Settings>({
  from: ({ user_settings }) => user_settings,
  apply: (state, event) =>
    event.type === 'user_settings' && 'property' in event && String(event.property) in state
      ? { ...state, [event.property as string]: event.value }
      : state,
})

/** The settings with which new accounts begin, by the names of the wire. */
export type UserDefaults = Registration['realm_user_settings_defaults']

export const userDefaults = slice<UserDefaults>({
  from: ({ realm_user_settings_defaults }) => realm_user_settings_defaults,
  apply: (state, event) =>
    event.type === 'realm_user_settings_defaults' ? { ...state, [event.property]: event.value } : state,
})

/** Whether the reader has connected a Zoom account. */
export const hasZoomAccount = slice<boolean>({
  from: ({ has_zoom_token }) => has_zoom_token,
  apply: (state, event) => (event.type === 'has_zoom_token' ? event.value : state),
})

export type NavigationView = Registration['navigation_views'][number]
export type NavigationViews = ReadonlyMap<string, NavigationView>

/** The views of the sidebar that the reader has added, shown or hidden, by their fragments. */
export const navigationViews = slice<NavigationViews>({
  from: (registration) => new Map(registration.navigation_views.map((view) => [view.fragment, view])),
  apply: (state, event) => {
    if (event.type !== 'navigation_view') return state
    const next = new Map(state)
    if (event.op === 'add') next.set(event.navigation_view.fragment, event.navigation_view)
    else if (event.op === 'remove') next.delete(event.fragment)
    else {
      const known = state.get(event.fragment)
      if (known !== undefined) next.set(event.fragment, { ...known, ...event.data })
    }
    return next
  },
})
