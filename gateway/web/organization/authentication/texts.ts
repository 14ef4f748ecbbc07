import { inLanguage } from '../../texts/in-language.ts'

/** The texts of the page about providers of log-ins in the page's language. */
export const { logInProviders: providerTexts } = await inLanguage<
  typeof import('../../texts/en/log-in-providers.ts')
>(import.meta.glob('../../texts/*/log-in-providers.ts'))
