import { inLanguage } from '../texts/in-language.ts'

/** The texts of the settings in the page's language. */
export const { settings: texts } = await inLanguage<typeof import('../texts/en/settings.ts')>(
  import.meta.glob('../texts/*/settings.ts'),
)
