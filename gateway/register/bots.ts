import { z } from 'zod'
import { botDetails, wireBot } from '../../core/people/bots/details.ts'
import { EMBEDDED_BOTS } from '../../core/people/bots/embedded.ts'
import { canSeeBot } from '../../core/people/bots/permissions.ts'
import { bot } from '../../core/state/wire/bot.ts'
import { slice } from './slice.ts'

/** The reader's own bots; all bots for administrators. */
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

const EMBEDDED = Object.entries(EMBEDDED_BOTS).map(([name, { config }]) => ({ name, config }))

/** Bots that the server itself runs, with their options. */
export const builtInBots = slice({
  wantedBy: 'realm_embedded_bots',
  response: {
    realm_embedded_bots: z.array(
      z.object({ name: z.string(), config: z.record(z.string(), z.string()).readonly() }),
    ),
  },
  read: () => ({ realm_embedded_bots: EMBEDDED }),
})

/** Integrations with message formats of their own. There are none: bots use the API of this server. */
export const integrations = slice({
  wantedBy: 'realm_incoming_webhook_bots',
  response: { realm_incoming_webhook_bots: z.array(z.never()) },
  read: () => ({ realm_incoming_webhook_bots: [] }),
})
