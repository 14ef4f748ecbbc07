import { type Sql, statement } from '../../platform/db/statement.ts'
import type { RealmId } from '../../platform/ids.ts'
import type { RealmView } from '../realm/view.ts'
import type { UserRecord } from './record.ts'

/** The system bots of every organization, in whose names the server sends messages. */
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

/** Creates the system bots of a new organization. */
export async function createSystemBots(sql: Sql, realm: RealmId): Promise<void> {
  const bots = Object.values(SYSTEM_BOTS)
  await sql.run(CREATE, [realm, bots.map((bot) => bot.email), bots.map((bot) => bot.fullName)])
}

/** The bot that informs people about changes, such as new subscriptions and renamed channels. */
export const notificationBot = (realm: RealmView): UserRecord => systemBot(realm, 'notification')

/** The bot that greets new people. */
export const welcomeBot = (realm: RealmView): UserRecord => systemBot(realm, 'welcome')

function systemBot(realm: RealmView, bot: SystemBot): UserRecord {
  return realm.users.byEmail(SYSTEM_BOTS[bot].email)!
}
