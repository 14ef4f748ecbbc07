import type { Tx } from '../../platform/db/transact.ts'
import { type Audience, toUsers } from '../../platform/events/audience.ts'
import type { UserId } from '../../platform/ids.ts'
import type { Stored } from '../../state/events/catalogue.ts'
import type { RealmState } from '../../state/realm/state.ts'
import type { UserRecord } from '../../state/users/record.ts'
import { botDetails, wireBot } from './details.ts'
import { canSeeBot } from './permissions.ts'

/** What became of a bot, as the log keeps it: a gateway puts the bot's key where `_key` says so. */
export type BotEvent = Stored<'realm_bot/add' | 'realm_bot/update'>

/** Who is told of a bot. */
export const keepersOf = (realm: RealmState, bot: UserRecord): UserId[] =>
  [...realm.users].filter((one) => canSeeBot(one, bot)).map((one) => one.id)

/** Tells of new bots, which are stored: those who are to know of each, or `audience`. One query. */
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
  for (const one of bots) {
    const bot = wireBot(realm, one, details.get(one.id)!)
    tx.emit({ type: 'realm_bot', op: 'add', bot, _key: true }, audience ?? toUsers(keepersOf(realm, one)))
  }
}

/** Tells of what is other than before. Nothing happens for people. */
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
  tx.emit(event, toUsers(keepersOf(realm, bot)))
}

/** Tells who knows of the bot no more. */
export function emitBotGone(tx: Tx, bot: UserRecord, users: readonly UserId[]): void {
  if (users.length === 0) return
  tx.emit({ type: 'realm_bot', op: 'delete', bot: { user_id: bot.id } }, toUsers(users))
}
