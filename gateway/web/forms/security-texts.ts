import { inLanguage } from '../texts/in-language.ts'

/** The texts of the page about the log-in in the page's language. */
export const { security: texts } = await inLanguage<typeof import('../texts/en/security.ts')>(
  import.meta.glob('../texts/*/security.ts'),
)
