import { type Sql, statement } from '../../platform/db/statement.ts'
import type { RealmId } from '../../platform/ids.ts'
import type { RealmView } from '../realm/view.ts'
import type { UserRecord } from './record.ts'

/** The bots every organization has, by whom the server itself speaks. Migration 0010 made those of older ones. */
const SYSTEM_BOTS = {
  notification: { email: 'notification-bot@loquat.invalid', fullName: 'Notification Bot' },
  welcome: { email: 'welcome-bot@loquat.invalid', fullName: 'Welcome Bot' },
} as const
type SystemBot = keyof typeof SYSTEM_BOTS

const CREATE = statement(
  'users.create-system-bots',
  `INSERT INTO user_account (realm_id, email, delivery_email, full_name, role, is_bot, bot_type, is_system_bot)
   SELECT $1, email, email, name, 400, true, 1, true FROM unnest($2::text[], $3::text[]) AS b (email, name)`,
)

/** Gives a new organization its system bots. */
export async function createSystemBots(sql: Sql, realm: RealmId): Promise<void> {
  const bots = Object.values(SYSTEM_BOTS)
  await sql.run(CREATE, [realm, bots.map((bot) => bot.email), bots.map((bot) => bot.fullName)])
}

/** Tells people what was done: that they were subscribed, that a channel has another name. */
export const notificationBot = (realm: RealmView): UserRecord => systemBot(realm, 'notification')

/** Greets those who are new. */
export const welcomeBot = (realm: RealmView): UserRecord => systemBot(realm, 'welcome')

function systemBot(realm: RealmView, bot: SystemBot): UserRecord {
  return realm.users.byEmail(SYSTEM_BOTS[bot].email)!
}
