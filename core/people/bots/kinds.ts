/** Kinds of bots and their codes on the wire. */
export const BotType = { generic: 1, incomingWebhook: 2, outgoingWebhook: 3, embedded: 4 } as const

/** How an outgoing webhook bot's messages are put: in this protocol's own form, or in Slack's. */
export const WebhookInterface = { generic: 1, slack: 2 } as const
