import { useLayoutEffect } from 'preact/hooks'
import { route } from '../model/current-route.ts'
import { hashOf, parseByName, type Route } from '../model/route.ts'
import { routeByIds } from '../store/derived/named-places.ts'
import { channelName } from '../store/derived/names.ts'
import { unknownIn } from '../store/derived/unknown-in.ts'
import { shownRoute } from '../store/home.ts'
import type { Store } from '../store/state/store.ts'

/** Replaces an address that names a channel or people by the one with their ids. */
export function useAddressWithIds(store: Store): void {
  const channels = store.allChannels.value
  const people = store.people.value
  useLayoutEffect(() => {
    const place = withIds(store, route.value)
    if (place?.view !== 'messages') return
    const { narrow, near } = place
    location.replace(hashOf(narrow, 'channel' in narrow ? channelName(store, narrow.channel) : '', near))
  }, [store, route.value, channels, people])
}

/** Undefined for an address that has the ids. */
function withIds(store: Store, given: Route): Route | undefined {
  if (given.view === 'named') return routeByIds(store, given)
  if (given.view !== 'messages') return undefined
  const { narrow } = given
  if (narrow.kind === 'direct')
    return narrow.people.length > 1 && narrow.people.includes(store.me) ? shownRoute(store, given) : undefined
  if (unknownIn(store, narrow) === undefined) return undefined
  // A number may be the name of a channel, or its beginning.
  const byName = parseByName(location.hash)
  return byName.view === 'named' ? routeByIds(store, byName) : undefined
}
