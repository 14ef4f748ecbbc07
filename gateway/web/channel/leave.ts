import { overlay } from '../parts/floating/overlay.ts'
import { server } from '../store/requests/server.ts'
import type { KnownChannel } from '../store/slices/all-channels.ts'
import type { Store } from '../store/state/store.ts'
import { attempt } from '../store/verbs/notice.ts'

/** Unsubscribes the reader. A private channel asks first: the reader may not be able to come back. */
export function leave(store: Store, { stream_id, name, invite_only }: KnownChannel): void {
  if (invite_only) overlay(store).value = { kind: 'leave', channel: stream_id }
  else void unsubscribe(store, name)
}

export const unsubscribe = (store: Store, name: string): Promise<boolean> =>
  attempt(
    store,
    server.call('DELETE /users/me/subscriptions', { subscriptions: [name] }, { isRepeatable: true }),
  )
