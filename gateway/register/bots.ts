import { z } from 'zod'
import { botDetails, wireBot } from '../../core/bots/details.ts'
import { canSeeBot } from '../../core/bots/permissions.ts'
import { bot } from '../wire/bot.ts'
import { slice } from './slice.ts'

/** The reader's bots; all of them for administrators. */
export const bots = slice({
  wantedBy: 'realm_bot',
  response: { realm_bots: z.array(bot) },
  read: ({ view, user, apiKeyOf }) => {
    const own = [...view.users].filter((one) => one.isBot && canSeeBot(user, one))
    return async (sql) => {
      const details = await botDetails(
        sql,
        own.map((one) => one.id),
      )
      return {
        realm_bots: own.map((one) => ({
          ...wireBot(view, one, details.get(one.id)!),
          api_key: apiKeyOf(one),
        })),
      }
    }
  },
})

const none = z.array(z.never())

/** Bots that the server runs by itself, and integrations that it knows of: none. */
export const builtInBots = slice({
  wantedBy: 'realm_embedded_bots',
  response: { realm_embedded_bots: none },
  read: () => ({ realm_embedded_bots: [] }),
})
export const integrations = slice({
  wantedBy: 'realm_incoming_webhook_bots',
  response: { realm_incoming_webhook_bots: none },
  read: () => ({ realm_incoming_webhook_bots: [] }),
})
