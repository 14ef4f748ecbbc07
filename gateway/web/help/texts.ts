import { inLanguage } from '../texts/in-language.ts'

/** The texts of the help in the page's language. */
export const { help: texts } = await inLanguage<typeof import('../texts/en/help.ts')>(
  import.meta.glob('../texts/*/help.ts'),
)
