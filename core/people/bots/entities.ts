import { defineEntity, p } from '@mikro-orm/core'
import { reference } from '../../platform/db/statements/columns.ts'

export const BotService = defineEntity({
  name: 'BotService',
  tableName: 'bot_service',
  comment: "Where an outgoing webhook bot's messages are sent.",
  properties: {
    botId: reference('User', 'cascade').primary(),
    baseUrl: p.text().comment('The URL to which requests are sent.'),
    interface: p.smallint().comment('1 generic, 2 Slack.'),
    token: p.text().comment('Sent with each request, so that the service can verify the caller.'),
  },
  checks: [{ name: 'bot_service_interface_check', expression: '(interface >= 1) AND (interface <= 2)' }],
})

export const BotConfig = defineEntity({
  name: 'BotConfig',
  tableName: 'bot_config',
  comment: 'A configuration entry of an embedded or incoming webhook bot.',
  properties: {
    botId: reference('User', 'cascade').primary(),
    key: p.text().primary(),
    value: p.text(),
  },
})

export const EmbeddedBot = defineEntity({
  name: 'EmbeddedBot',
  tableName: 'embedded_bot',
  comment: 'A bot that the server itself runs.',
  properties: {
    botId: reference('User', 'cascade').primary(),
    name: p.text().comment('Name of the program in the registry of embedded bots (embedded.ts).'),
  },
})

export const BotStorage = defineEntity({
  name: 'BotStorage',
  tableName: 'bot_storage',
  comment: 'An entry that a bot keeps for itself.',
  properties: {
    botId: reference('User', 'cascade').primary(),
    key: p.text().primary(),
    value: p.text(),
  },
})
