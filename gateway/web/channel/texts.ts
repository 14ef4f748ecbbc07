import { inLanguage } from '../texts/in-language.ts'

/** The texts of a channel's own view in the page's language. */
export const { channel: texts } = await inLanguage<typeof import('../texts/en/channel.ts')>(
  import.meta.glob('../texts/*/channel.ts'),
)
