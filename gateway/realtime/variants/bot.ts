import type { BotEvent } from '../../../core/people/bots/event.ts'
import { canSeeBot } from '../../../core/people/bots/permissions.ts'
import type { UserId } from '../../../core/platform/ids.ts'
import type { Variants } from './variants.ts'

/**
 * A client receives the bot's current API key if its user may see the bot, because the log stores no keys.
 */
export const botVariants: Variants<BotEvent> = {
  numberFor: () => undefined,
  make: (event, { user }, realm) => {
    const bot = event._key ? realm.users.get(event.bot.user_id as UserId) : undefined
    const reader = realm.users.get(user)
    const maySeeKey = bot !== undefined && reader !== undefined && canSeeBot(reader, bot)
    const key = bot && { api_key: maySeeKey ? realm.apiKeyOf(bot) : '' }
    return { ...event, bot: { ...event.bot, ...key } }
  },
}
