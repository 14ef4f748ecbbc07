import { MAX_FIRST_MESSAGES } from '../../../config/limits.ts'
import { type Sql, statement } from '../../platform/db/statements/statement.ts'
import type { RealmState } from '../../state/realm/state.ts'
import { type Content, organizationNotEmpty } from './errors.ts'

const FIRST_MESSAGES = statement(
  'history.first-messages',
  // message_realm, which the limit bounds: an organization with more messages of bots is not new either
  `SELECT count(*) FILTER (WHERE NOT u.is_system_bot)::int4 AS "byPeople", count(*)::int4 AS "all"
   FROM (SELECT sender_id FROM message WHERE realm_id = $1 LIMIT ${20 * MAX_FIRST_MESSAGES}) m
   JOIN user_account u ON u.id = m.sender_id`,
)

/**
 * What an organization has that an imported history would replace; undefined when it is empty. Empty means:
 * one account besides those of the server, and at most the first messages of it. An accepted invitation has
 * an account, and accounts are never deleted.
 */
export async function contentOf(sql: Sql, realm: RealmState): Promise<Content | undefined> {
  if ([...realm.users].filter(({ isSystemBot }) => !isSystemBot).length > 1) return 'people'
  const [messages] = await sql.run<{ readonly byPeople: number; readonly all: number }>(FIRST_MESSAGES, [
    realm.id,
  ])
  const isNew = messages!.byPeople <= MAX_FIRST_MESSAGES && messages!.all < 20 * MAX_FIRST_MESSAGES
  return isNew ? undefined : 'messages'
}

/** Throws `organizationNotEmpty` unless the organization is empty. */
export async function requireEmpty(sql: Sql, realm: RealmState): Promise<void> {
  const content = await contentOf(sql, realm)
  if (content !== undefined) throw organizationNotEmpty(content)
}
