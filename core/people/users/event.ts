import { type Audience, toRealm } from '../../platform/events/audience.ts'
import type { Tx } from '../../platform/transactions/transact.ts'
import type { Stored } from '../../state/events/catalogue.ts'
import { emailVisibility } from '../../state/users/permissions.ts'
import type { UserRecord } from '../../state/users/record.ts'
import { hasGravatar, wireUser } from '../../state/users/wire.ts'
import type { ProfileData } from '../profile-fields/values.ts'
import { withProfile } from './profile.ts'

/**
 * A new user as the log keeps it, with the real address and the full avatar address. A gateway derives the
 * variants that clients may see.
 */
export type UserAddedEvent = Stored<'realm_user/add'>

/** Emits a user to the organization, or to `audience`. */
export function emitUserAdded(
  tx: Tx,
  user: UserRecord,
  audience: Audience = toRealm,
  profile?: ProfileData,
): void {
  const event: UserAddedEvent = {
    type: 'realm_user',
    op: 'add',
    person: {
      ...wireUser(user, { clientGravatar: false, seesEmail: true }),
      ...withProfile(user, new Map(profile && [[user.id, profile]])),
    },
    _gravatar: hasGravatar(user),
    _email_visibility: emailVisibility(user),
  }
  tx.emit(event, audience)
}
