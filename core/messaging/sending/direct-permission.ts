import { type Sql, statement } from '../../platform/db/statements/statement.ts'
import type { UserId } from '../../platform/ids.ts'
import { hasInRealm } from '../../state/access/realm-permissions.ts'
import type { RealmView } from '../../state/realm/view.ts'
import type { UserRecord } from '../../state/users/record.ts'
import {
  cannotStartConversation,
  directMessagesDisabled,
  nobodyCanAuthorizeConversation,
} from '../messages/errors.ts'

const EXISTING = statement(
  'conversation.begun',
  // conversation_direct, message_conversation
  `SELECT FROM conversation c WHERE c.realm_id = $1 AND c.participant_ids = $2::int[] AND c.channel_id IS NULL
     AND EXISTS (SELECT FROM message m WHERE m.conversation_id = c.id)`,
)

/** Bots may write to everyone; everyone may write to bots and to themselves. */
const needsNoPermission = (realm: RealmView, sender: UserRecord, participants: readonly UserId[]): boolean =>
  sender.isBot || participants.every((id) => id === sender.id || realm.users.get(id)!.isBot)

/**
 * Throws unless one of the participants is in `direct_message_permission_group`, or no permission is needed.
 */
export function checkCanMessage(realm: RealmView, sender: UserRecord, participants: readonly UserId[]): void {
  if (needsNoPermission(realm, sender, participants)) return
  const canAuthorize = (id: UserId) =>
    hasInRealm(realm, realm.users.get(id)!, 'direct_message_permission_group')
  if (participants.some(canAuthorize)) return
  if (realm.record.settings.direct_message_permission_group === realm.record.systemGroups['role:nobody']) {
    throw directMessagesDisabled()
  }
  throw nobodyCanAuthorizeConversation()
}

/**
 * Throws unless the sender may start direct conversations or this one has messages already. One query for
 * senders without the permission.
 */
export async function checkCanStartConversation(
  sql: Sql,
  realm: RealmView,
  sender: UserRecord,
  participants: readonly UserId[],
): Promise<void> {
  if (needsNoPermission(realm, sender, participants)) return
  if (hasInRealm(realm, sender, 'direct_message_initiator_group')) return
  if ((await sql.run(EXISTING, [realm.record.id, participants])).length > 0) return
  throw cannotStartConversation()
}
