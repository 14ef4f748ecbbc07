import { insufficientPermission } from '../../platform/errors.ts'
import type { RealmView } from '../../state/realm/view.ts'
import { canAdministerUser } from '../../state/users/permissions.ts'
import type { UserRecord } from '../../state/users/record.ts'
import { botNameTaken, noSuchBot } from './errors.ts'

/**
 * The bot that the actor wants to change. Throws when the actor may not administer it. The organization is
 * locked.
 */
export function findBot(realm: RealmView, actor: UserRecord, id: number): UserRecord {
  const bot = realm.users.get(id)
  if (!bot?.isBot || bot.isSystemBot) throw noSuchBot()
  if (!canAdministerUser(actor, bot)) throw insufficientPermission()
  return bot
}

/** Throws when another active bot has this name, because a mention could mean either of them. */
export function checkBotName(realm: RealmView, name: string, of?: UserRecord): void {
  const taken = realm.users.byName(name).some((user) => user.isBot && user.isActive && user.id !== of?.id)
  if (taken) throw botNameTaken()
}
