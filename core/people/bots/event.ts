import { type Audience, toUsers } from '../../platform/events/audience.ts'
import type { UserId } from '../../platform/ids.ts'
import type { Tx } from '../../platform/transactions/transact.ts'
import type { Stored } from '../../state/events/catalogue.ts'
import type { RealmState } from '../../state/realm/state.ts'
import type { UserRecord } from '../../state/users/record.ts'
import { botDetails, wireBot } from './details.ts'
import { canSeeBot } from './permissions.ts'

/**
 * A bot's creation or change, as the log keeps it. A gateway adds the bot's API key where `_key` requires it.
 */
export type BotEvent = Stored<'realm_bot/add' | 'realm_bot/update'>

/** The users who get events of a bot. */
export const botAudience = (realm: RealmState, bot: UserRecord): UserId[] =>
  [...realm.users].filter((user) => canSeeBot(user, bot)).map((user) => user.id)

/** Emits `realm_bot` add for stored bots, to the users who may see each bot or to `audience`. One query. */
export async function emitBotsAdded(
  tx: Tx,
  realm: RealmState,
  bots: readonly UserRecord[],
  audience?: Audience,
): Promise<void> {
  const details = await botDetails(
    tx,
    bots.map((bot) => bot.id),
  )
  for (const record of bots) {
    const bot = wireBot(realm, record, details.get(record.id)!)
    tx.emit(
      { type: 'realm_bot', op: 'add', bot, _key: true },
      audience ?? toUsers(botAudience(realm, record)),
    )
  }
}

/** Emits the changed properties of a bot. Does nothing for people. */
export function emitBotChanged(
  tx: Tx,
  realm: RealmState,
  bot: UserRecord,
  change: Partial<Stored<'realm_bot/update'>['bot']>,
  options: { withKey?: boolean } = {},
): void {
  if (!bot.isBot) return
  const event: Stored<'realm_bot/update'> = {
    type: 'realm_bot',
    op: 'update',
    bot: { user_id: bot.id, ...change },
    ...(options.withKey && { _key: true }),
  }
  tx.emit(event, toUsers(botAudience(realm, bot)))
}

/** Emits the removal of a bot to users who may no longer see it. */
export function emitBotGone(tx: Tx, bot: UserRecord, users: readonly UserId[]): void {
  if (users.length === 0) return
  tx.emit({ type: 'realm_bot', op: 'delete', bot: { user_id: bot.id } }, toUsers(users))
}
