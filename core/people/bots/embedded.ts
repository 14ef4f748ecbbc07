/** What somebody said to an embedded bot, and what the bot has. */
export interface Said {
  /** Without the mention of the bot that it may begin with. */
  readonly text: string
  /** The bot's configuration: every option, as it is or as it begins. */
  readonly config: Readonly<Record<string, string>>
  /** What the bot has kept, by its own keys. */
  readonly kept: Readonly<Record<string, string>>
}

export interface Reply {
  readonly content: string
  /** What the bot keeps from now on, beside what it keeps already. */
  readonly keeps?: Readonly<Record<string, string>>
}

/** A bot that the server itself runs: a function of what was said and what it has kept. */
export interface EmbeddedBot {
  /** Its options, each as it begins; clients offer them when the bot is made. */
  readonly config: Readonly<Record<string, string>>
  readonly reply: (said: Said) => Reply
}

/** Every embedded bot by its name (register: `realm_embedded_bots`). */
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
