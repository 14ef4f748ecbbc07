import { z } from 'zod'
import { bot } from '../wire/bot.ts'
import type { EventDeclarations } from './event.ts'

const WHO_KEEPS = 'The owner of the bot, and the administrators of the organization.'

/** The log keeps no key: a gateway adds the key that the bot has when the event is delivered. */
const logged = {
  /** Present when clients are to get the key. */
  _key: z.literal(true).optional(),
}

/** Bots as their owners and administrators know them. */
export const botEvents = {
  'realm_bot/add': {
    sentWhen: 'A bot was created, or the reader may manage it from now on.',
    receivedBy: WHO_KEEPS,
    logged: { bot: bot.omit({ api_key: true }), ...logged },
    sent: { bot },
    variesBy: ['the reader'],
  },
  'realm_bot/update': {
    sentWhen:
      'A bot, its owner, its configuration or its API key changed, or the bot was deactivated or reactivated.',
    receivedBy: WHO_KEEPS,
    logged: { bot: bot.omit({ api_key: true }).partial().required({ user_id: true }), ...logged },
    sent: {
      bot: bot.partial().required({ user_id: true }).describe('The bot, with the properties that changed.'),
    },
    variesBy: ['the reader'],
  },
  'realm_bot/delete': {
    sentWhen: 'The reader may no longer manage the bot.',
    receivedBy: 'The former owner of the bot, and everyone who is an administrator no more.',
    fields: {
      bot: z.object({ user_id: z.int().describe('The id of the bot.') }).describe('The bot.'),
    },
  },
} as const satisfies EventDeclarations
