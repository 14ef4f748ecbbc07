import { z } from 'zod'

/** The channels a bot begins with. */
export const botDefaultsShape = {
  default_sending_stream: z.string().nullable().describe('The name of a channel.'),
  default_events_register_stream: z.string().nullable().describe('The name of a channel.'),
  default_all_public_streams: z
    .boolean()
    .describe('Whether the bot gets the events of all public channels by default.'),
}

const botService = z
  .union([
    z
      .object({
        base_url: z.string().describe('The address that the server calls.'),
        token: z.string().describe('A secret that each call contains, so that the service knows the caller.'),
        interface: z
          .int()
          .describe('The format of the calls: 1 the format of this server, 2 the format of Slack.'),
      })
      .meta({ id: 'OutgoingWebhookService', description: 'The address that an outgoing webhook calls.' }),
    z
      .object({
        service_name: z.string().describe('The name of the program.'),
        config_data: z.record(z.string(), z.string()).describe('Its options.'),
      })
      .meta({ id: 'EmbeddedBotService', description: 'The program of an embedded bot and its settings.' }),
  ])
  .meta({ id: 'BotService', description: 'What an outgoing webhook or an embedded bot runs.' })
export const botServices = z.array(botService)

/** A bot as its owner and administrators see it. */
export const bot = z
  .object({
    user_id: z.int().describe('The id of the bot.'),
    email: z.string().describe('The email address of the bot.'),
    full_name: z.string().describe('The name of the bot.'),
    bot_type: z
      .int()
      .nullable()
      .describe('The type of the bot: 1 generic, 2 incoming webhook, 3 outgoing webhook, 4 embedded.'),
    is_active: z.boolean().describe('False for deactivated bots.'),
    owner_id: z.int().nullable().describe('The id of the owner; null for none.'),
    api_key: z.string().describe('The API key of the bot.'),
    avatar_url: z.string().describe('The address of the avatar.'),
    services: botServices.describe(
      'The address that an outgoing webhook calls, or the program of an embedded bot.',
    ),
    ...botDefaultsShape,
  })
  .meta({ id: 'Bot', description: 'A bot as its owner and administrators see it.' })
