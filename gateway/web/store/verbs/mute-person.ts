import { server } from '../requests/server.ts'
import type { Store } from '../state/store.ts'
import { attempt } from './notice.ts'

/** Hides what a person writes from the reader. Shows the server's refusal as a notice. */
export const mutePerson = (store: Store, id: number): Promise<boolean> =>
  attempt(store, server.call('POST /users/me/muted_users/{muted_user_id}', { muted_user_id: id }))

export const unmutePerson = (store: Store, id: number): Promise<boolean> =>
  attempt(store, server.call('DELETE /users/me/muted_users/{muted_user_id}', { muted_user_id: id }))
