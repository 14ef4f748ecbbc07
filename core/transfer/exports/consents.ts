import type { UserId } from '../../platform/ids.ts'
import type { RealmView } from '../../state/realm/view.ts'
import type { UserRecord } from '../../state/users/record.ts'

/** Whether the user's private data may be exported by administrators. */
const consents = (user: UserRecord): boolean => user.settings.allow_private_data_export

/** People, and whether each lets administrators export what is private of them. */
export function exportConsents(realm: RealmView): { user_id: UserId; consented: boolean }[] {
  return [...realm.users]
    .filter((user) => user.isActive && !user.isBot)
    .map((user) => ({ user_id: user.id, consented: consents(user) }))
}

/** Whose private data is exported: of those who consent, and of their bots. */
export function consentingUsers(realm: RealmView): UserId[] {
  const isOfOne = (user: UserRecord) => {
    const owner = user.botOwnerId === null ? undefined : realm.users.get(user.botOwnerId)
    return owner !== undefined && consents(owner)
  }
  return [...realm.users]
    .filter((user) => (user.isBot ? isOfOne(user) : consents(user)))
    .map((user) => user.id)
}
