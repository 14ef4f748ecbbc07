import { inLanguage } from '../../texts/in-language.ts'

/** The texts of the page about the history in the page's language. */
export const { history: texts } = await inLanguage<typeof import('../../texts/en/history.ts')>(
  import.meta.glob('../../texts/*/history.ts'),
)
