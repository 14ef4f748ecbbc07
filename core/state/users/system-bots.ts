import type { EntityManager } from '@mikro-orm/postgresql'
import type { RealmId } from '../../platform/ids.ts'
import { BotType } from './bot-types.ts'
import type { UserDirectory } from './directory.ts'
import { User } from './entity.ts'
import { Role, type UserRecord } from './record.ts'

/** The system bots of every organization, in whose names the server sends messages. */
const SYSTEM_BOTS = {
  notification: { email: 'notification-bot@loquat.invalid', fullName: 'Notification Bot' },
  welcome: { email: 'welcome-bot@loquat.invalid', fullName: 'Welcome Bot' },
} as const
type SystemBot = keyof typeof SYSTEM_BOTS

/** Creates the system bots of new organizations. */
export async function createSystemBots(em: EntityManager, realms: readonly RealmId[]): Promise<void> {
  const bots = Object.values(SYSTEM_BOTS).map(({ email, fullName }) => ({
    email,
    deliveryEmail: email,
    fullName,
    role: Role.member,
    isBot: true,
    botType: BotType.generic,
    isSystemBot: true,
  }))
  await em.insertMany(
    User,
    realms.flatMap((realmId) => bots.map((bot) => ({ realmId, ...bot }))),
  )
}

/** An organization, as far as finding its bots needs it. */
interface WithUsers {
  readonly users: UserDirectory
}

/** The bot that informs people about changes, such as new subscriptions and renamed channels. */
export const notificationBot = (realm: WithUsers): UserRecord => systemBot(realm, 'notification')

/** The bot that greets new people. */
export const welcomeBot = (realm: WithUsers): UserRecord => systemBot(realm, 'welcome')

function systemBot(realm: WithUsers, bot: SystemBot): UserRecord {
  return realm.users.byEmail(SYSTEM_BOTS[bot].email)!
}
