import { server } from '../requests/server.ts'
import { attempt } from './notice.ts'

/** Hides what a person writes from the reader. Shows the server's refusal as a notice. */
export const mutePerson = (id: number): Promise<boolean> =>
  attempt(server.call('POST /users/me/muted_users/{muted_user_id}', { muted_user_id: id }))

export const unmutePerson = (id: number): Promise<boolean> =>
  attempt(server.call('DELETE /users/me/muted_users/{muted_user_id}', { muted_user_id: id }))
