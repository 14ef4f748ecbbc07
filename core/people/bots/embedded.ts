/** A message to an embedded bot, with the bot's configuration and storage. */
export interface EmbeddedBotInput {
  /** The message's text without the mention of the bot at its beginning. */
  readonly text: string
  /** Every option of the bot, with its default value where none is set. */
  readonly config: Readonly<Record<string, string>>
  /** The texts that the bot has stored, by the bot's own keys. */
  readonly kept: Readonly<Record<string, string>>
}

export interface Reply {
  readonly content: string
  /** The texts that the bot adds to its storage. */
  readonly keeps?: Readonly<Record<string, string>>
}

/** A bot that the server runs: a function of the message and the bot's storage. */
export interface EmbeddedBot {
  /** Default values of its options; clients show them when somebody creates the bot. */
  readonly config: Readonly<Record<string, string>>
  readonly reply: (input: EmbeddedBotInput) => Reply
}

/** All embedded bots by name (register: `realm_embedded_bots`). */
export const EMBEDDED_BOTS: Readonly<Record<string, EmbeddedBot>> = {
  helloworld: { config: {}, reply: () => ({ content: 'beep boop' }) },
  echo: {
    config: { prefix: '' },
    reply: ({ text, config }) => ({ content: `${config.prefix}${text}` }),
  },
  incrementor: {
    config: {},
    reply: ({ kept }) => {
      const count = Number(kept.count ?? 0) + 1
      return { content: String(count), keeps: { count: String(count) } }
    },
  },
}

export const embeddedBot = (name: string): EmbeddedBot | undefined =>
  Object.hasOwn(EMBEDDED_BOTS, name) ? EMBEDDED_BOTS[name] : undefined
