import type { BotEvent } from '../../../core/people/bots/event.ts'
import { canSeeBot } from '../../../core/people/bots/permissions.ts'
import type { UserId } from '../../../core/platform/ids.ts'
import type { Variants } from './variants.ts'

/** The log keeps no key: a client gets the key that the bot has now, if its user may still know it. */
export const botVariants: Variants<BotEvent> = {
  numberFor: () => undefined,
  make: (event, { user }, realm) => {
    const bot = event._key ? realm.users.get(event.bot.user_id as UserId) : undefined
    const reader = realm.users.get(user)
    const isTold = bot !== undefined && reader !== undefined && canSeeBot(reader, bot)
    const key = bot && { api_key: isTold ? realm.apiKeyOf(bot) : '' }
    return { ...event, bot: { ...event.bot, ...key } }
  },
}
