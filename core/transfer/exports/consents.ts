import type { UserId } from '../../platform/ids.ts'
import type { RealmView } from '../../state/realm/view.ts'
import type { UserRecord } from '../../state/users/record.ts'

/** Whether administrators may export the user's private data. */
const consents = (user: UserRecord): boolean => user.settings.allow_private_data_export

/** Lists active human users and whether each consents to the export of private data. */
export function exportConsents(realm: RealmView): { user_id: UserId; consented: boolean }[] {
  return [...realm.users]
    .filter((user) => user.isActive && !user.isBot)
    .map((user) => ({ user_id: user.id, consented: consents(user) }))
}

/** Returns the users whose private data is exported: consenting users and their bots. */
export function consentingUsers(realm: RealmView): UserId[] {
  const hasConsentingOwner = (user: UserRecord) => {
    const owner = user.botOwnerId === null ? undefined : realm.users.get(user.botOwnerId)
    return owner !== undefined && consents(owner)
  }
  return [...realm.users]
    .filter((user) => (user.isBot ? hasConsentingOwner(user) : consents(user)))
    .map((user) => user.id)
}
