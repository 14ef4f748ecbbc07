import { z } from 'zod'
import { botDetails, wireBot } from '../../core/people/bots/details.ts'
import { EMBEDDED_BOTS } from '../../core/people/bots/embedded.ts'
import { canSeeBot } from '../../core/people/bots/permissions.ts'
import { bot as botShape } from '../../core/state/wire/bot.ts'
import { sharedSlice, slice } from './slice.ts'

/** The reader's own bots. Administrators get all bots. */
export const bots = slice({
  selectedBy: 'realm_bot',
  response: { realm_bots: z.array(botShape).describe('The bots that you own. Administrators get all bots.') },
  read: ({ view, user, apiKeyOf }) => {
    const visibleBots = [...view.users.bots].filter((bot) => canSeeBot(user, bot))
    return async (sql) => {
      const details = await botDetails(
        sql,
        visibleBots.map((bot) => bot.id),
      )
      return {
        realm_bots: visibleBots.map((bot) => ({
          ...wireBot(view, bot, details.get(bot.id)!),
          api_key: apiKeyOf(bot),
        })),
      }
    }
  },
})

const EMBEDDED = Object.entries(EMBEDDED_BOTS).map(([name, { config }]) => ({ name, config }))

/** Bots that the server itself runs, with their options. */
export const builtInBots = sharedSlice({
  selectedBy: 'realm_embedded_bots',
  response: {
    realm_embedded_bots: z
      .array(
        z.object({
          name: z.string().describe('The name of the bot.'),
          config: z.record(z.string(), z.string()).readonly().describe('The default options.'),
        }),
      )
      .describe('The bots that the server itself can run.'),
  },
  readShared: () => ({ realm_embedded_bots: EMBEDDED }),
  readForSpectators: () => ({ realm_embedded_bots: [] }),
})

/** Integrations that post in their own formats: none, because bots use the API of this server. */
export const integrations = sharedSlice({
  selectedBy: 'realm_incoming_webhook_bots',
  response: {
    realm_incoming_webhook_bots: z.array(z.never()).describe('Integrations with their own formats: none.'),
  },
  readShared: () => ({ realm_incoming_webhook_bots: [] }),
})
