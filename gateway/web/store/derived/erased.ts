import type { User } from '../../model/wire.ts'

/** Whether the data of the person was erased. The server then names the account by such an address. */
export const isErased = ({ user_id, is_active, email }: User): boolean =>
  is_active === false && email.startsWith(`deleteduser${user_id}@`)
