import type { Store } from '../state/store.ts'

export type PresenceState = 'active' | 'idle' | 'away'

/** Seconds without activity after which a person is idle. */
const ACTIVE_FOR = 150

/** Whether a person is online at a time in Unix seconds. The reader always is. */
export function presenceOf(store: Store, id: number, at: number): PresenceState {
  if (id === store.me) return 'active'
  const known = store.presences.value.get(id)
  if (known === undefined) return 'away'
  if (at - known.active_timestamp < ACTIVE_FOR) return 'active'
  return at - seenAt(store, id) < store.realm.value.offlineAfter ? 'idle' : 'away'
}

/** When a person was seen last, in Unix seconds; 0 when that is unknown. */
export function seenAt(store: Store, id: number): number {
  const known = store.presences.value.get(id)
  return known === undefined ? 0 : Math.max(known.active_timestamp, known.idle_timestamp)
}
