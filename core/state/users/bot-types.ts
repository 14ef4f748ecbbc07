/** Types of bots and their codes on the wire. */
export const BotType = { generic: 1, incomingWebhook: 2, outgoingWebhook: 3, embedded: 4 } as const

/** The format of an outgoing webhook bot's messages: this protocol's own, or Slack's. */
export const WebhookInterface = { generic: 1, slack: 2 } as const
