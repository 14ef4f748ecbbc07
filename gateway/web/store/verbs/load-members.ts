import { server } from '../requests/server.ts'
import type { Store } from '../state/store.ts'

/** Most requests for one list while channels change. */
const MOST_TRIES = 3

/** Fetches the ids of a channel's members, unless they are known. A failure is the state `failed`. */
export async function loadMembers(store: Store, channel: number): Promise<void> {
  const held = store.members.of(channel)
  if (held.peek() !== 'new' && held.peek() !== 'failed') return
  held.value = 'loading'
  try {
    for (let tries = 1; ; tries++) {
      const { changes } = store.members
      const { subscribers } = await server.call('GET /streams/{stream_id}/members', { stream_id: channel })
      if (changes !== store.members.changes && tries < MOST_TRIES) continue
      held.value = new Set(subscribers)
      return
    }
  } catch {
    held.value = 'failed'
  }
}
