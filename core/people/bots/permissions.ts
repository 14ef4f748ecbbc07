import { isPermitted, REALM_PERMISSIONS } from '../../state/groups/permission-settings.ts'
import type { RealmView } from '../../state/realm/view.ts'
import { isAdministrator, outranks, type UserRecord } from '../../state/users/record.ts'
import { BotType } from './kinds.ts'

/** Whether the user may have a bot of this kind. */
export function canCreateBot(realm: RealmView, user: UserRecord, type: number): boolean {
  const { can_create_bots_group: any, can_create_write_only_bots_group: writeOnly } = realm.record.settings
  return (
    isAdministrator(user) ||
    isPermitted(realm, REALM_PERMISSIONS.can_create_bots_group, any, user) ||
    (type === BotType.incomingWebhook &&
      isPermitted(realm, REALM_PERMISSIONS.can_create_write_only_bots_group, writeOnly, user))
  )
}

/** Whether the user is told of the bot's key and how it is set up: nobody of a bot that may do more than the user. */
export function canSeeBot(user: UserRecord, bot: UserRecord): boolean {
  return !user.isBot && (isAdministrator(user) || bot.botOwnerId === user.id) && !outranks(bot, user)
}
