import { z } from 'zod'

/** The channels a bot begins with. */
export const botDefaultsShape = {
  default_sending_stream: z.string().nullable().describe('The name of a channel.'),
  default_events_register_stream: z.string().nullable().describe('The name of a channel.'),
  default_all_public_streams: z.boolean(),
}

const botService = z
  .union([
    z
      .object({ base_url: z.string(), token: z.string(), interface: z.int() })
      .meta({ id: 'OutgoingWebhookService', description: 'The address that an outgoing webhook calls.' }),
    z
      .object({ service_name: z.string(), config_data: z.record(z.string(), z.string()) })
      .meta({ id: 'EmbeddedBotService', description: 'The program of an embedded bot and its settings.' }),
  ])
  .meta({ id: 'BotService', description: 'What an outgoing webhook or an embedded bot runs.' })
export const botServices = z.array(botService)

/** A bot as its owner and administrators see it. */
export const bot = z
  .object({
    user_id: z.int(),
    email: z.string(),
    full_name: z.string(),
    bot_type: z.int().nullable().describe('1 generic, 2 incoming webhook, 3 outgoing webhook, 4 embedded.'),
    is_active: z.boolean(),
    owner_id: z.int().nullable(),
    api_key: z.string(),
    avatar_url: z.string(),
    services: botServices.describe(
      'The address that an outgoing webhook calls, or the program of an embedded bot.',
    ),
    ...botDefaultsShape,
  })
  .meta({ id: 'Bot', description: 'A bot as its owner and administrators see it.' })
