import type { Columns } from '../../platform/db/statements/row.ts'
import { type Sql, statement } from '../../platform/db/statements/statement.ts'
import type { RealmState } from '../../state/realm/state.ts'
import { type Reader, readerId } from '../../state/users/reader.ts'
import type { Conversation } from '../conversations/entities.ts'
import type { Message } from '../messages/entities.ts'
import { canReadMessage, type ReceptionColumn, wasReceivedBy } from '../messages/read-permission.ts'
import { badCombination, badNarrow } from './errors.ts'
import type { NarrowTerm } from './terms.ts'

type Place = Columns<typeof Message, 'channelId'> &
  Columns<typeof Conversation, 'topic' | 'participantIds'> &
  ReceptionColumn

const PLACE = statement(
  'narrow.place-of',
  `SELECT m.channel_id AS "channelId", c.topic, c.participant_ids AS "participantIds", ${wasReceivedBy('$1')} AS "wasReceived"
   FROM message m JOIN conversation c ON c.id = m.conversation_id
   WHERE m.id = $2 AND m.realm_id = $3`, // message_pkey, conversation_pkey
)

const CHANNEL = ['channel', 'stream']
const TOPIC = ['topic', 'subject']
const DIRECT = ['dm', 'pm-with']
const CONVERSATION = [...CHANNEL, ...TOPIC, ...DIRECT]

/**
 * Replaces `with` and the other conversation terms by the message's current conversation, so that a link to a
 * message finds it after a move. When the message does not exist or the reader may not read it, returns the
 * other terms if they name a conversation; otherwise throws BAD_NARROW. One query when the narrow has a
 * `with`.
 */
export async function resolveWith(
  sql: Sql,
  realm: RealmState,
  reader: Reader,
  narrow: readonly NarrowTerm[],
): Promise<readonly NarrowTerm[]> {
  const [target, another] = narrow.filter((term) => term.operator === 'with')
  if (target === undefined) return narrow
  if (another !== undefined) throw badCombination("Duplicate 'with' operators.")
  if (target.negated || !/^\d{1,15}$/.test(String(target.operand))) throw badNarrow("Invalid 'with' operator")

  const rest = narrow.filter((term) => term !== target)
  const [place] = await sql.run<Place>(PLACE, [readerId(reader), Number(target.operand), realm.id])
  if (place !== undefined) {
    if (!canReadMessage(realm, reader, place)) await realm.sync()
    if (canReadMessage(realm, reader, place)) {
      return [...conversationOf(place), ...rest.filter((term) => !CONVERSATION.includes(term.operator))]
    }
  }
  if (!namesConversation(rest)) throw badNarrow("Invalid 'with' operator")
  return rest
}

function conversationOf({ channelId: channel, topic, participantIds: participants }: Place): NarrowTerm[] {
  if (channel === null) return [{ operator: 'dm', operand: participants! }]
  return [
    { operator: 'channel', operand: channel },
    { operator: 'topic', operand: topic! },
  ]
}

function namesConversation(narrow: readonly NarrowTerm[]): boolean {
  const has = (operators: readonly string[]) => narrow.some((term) => operators.includes(term.operator))
  return has(DIRECT) || (has(CHANNEL) && has(TOPIC))
}
