import { isPermitted } from '../../state/access/permission-setting.ts'
import { REALM_PERMISSIONS } from '../../state/groups/permission-settings.ts'
import type { RealmView } from '../../state/realm/view.ts'
import { BotType } from '../../state/users/bot-types.ts'
import { isAdministrator, outranks, type UserRecord } from '../../state/users/record.ts'

/** Whether the user may create bots of this type. */
export function canCreateBot(realm: RealmView, user: UserRecord, type: number): boolean {
  const { can_create_bots_group: any, can_create_write_only_bots_group: writeOnly } = realm.record.settings
  return (
    isAdministrator(user) ||
    isPermitted(realm, REALM_PERMISSIONS.can_create_bots_group, any, user) ||
    (type === BotType.incomingWebhook &&
      isPermitted(realm, REALM_PERMISSIONS.can_create_write_only_bots_group, writeOnly, user))
  )
}

/**
 * Whether the user may see the bot's key and configuration. No user sees the key and configuration of a bot
 * with more permissions than the user.
 */
export function canSeeBot(user: UserRecord, bot: UserRecord): boolean {
  return !user.isBot && (isAdministrator(user) || bot.botOwnerId === user.id) && !outranks(bot, user)
}
