import { type Sql, statement } from '../../../platform/db/statement.ts'
import { ApiError } from '../../../platform/errors.ts'
import type { UserId } from '../../../platform/ids.ts'
import { hasInRealm } from '../../../state/realm/permissions.ts'
import type { RealmView } from '../../../state/realm/view.ts'
import type { UserRecord } from '../../../state/users/record.ts'

const BEGUN = statement(
  'conversation.begun',
  `SELECT FROM conversation c WHERE c.realm_id = $1 AND c.participant_ids = $2::int[] AND c.channel_id IS NULL
     AND EXISTS (SELECT FROM message m WHERE m.conversation_id = c.id)`, // conversation_direct, message_conversation
)

/** Bots may write to everyone, and everyone to bots and to oneself. */
const isFree = (realm: RealmView, sender: UserRecord, participants: readonly UserId[]): boolean =>
  sender.isBot || participants.every((id) => id === sender.id || realm.users.get(id)!.isBot)

/** Throws unless one of the participants may have direct conversations with anybody. */
export function checkCanMessage(realm: RealmView, sender: UserRecord, participants: readonly UserId[]): void {
  if (isFree(realm, sender, participants)) return
  const may = (id: UserId) => hasInRealm(realm, realm.users.get(id)!, 'direct_message_permission_group')
  if (participants.some(may)) return
  if (realm.record.settings.direct_message_permission_group === realm.record.systemGroups['role:nobody']) {
    throw new ApiError('Direct messages are disabled in this organization.')
  }
  throw new ApiError('This conversation does not include any users who can authorize it.')
}

/** Throws unless the sender may begin direct conversations, or this one has begun. One query when it may not. */
export async function checkCanStartConversation(
  sql: Sql,
  realm: RealmView,
  sender: UserRecord,
  participants: readonly UserId[],
): Promise<void> {
  if (isFree(realm, sender, participants)) return
  if (hasInRealm(realm, sender, 'direct_message_initiator_group')) return
  if ((await sql.run(BEGUN, [realm.record.id, participants])).length > 0) return
  throw new ApiError('You do not have permission to initiate direct message conversations.')
}
