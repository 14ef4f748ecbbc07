import { inLanguage } from '../../texts/in-language.ts'

/** The texts of the dialogs about messages that are fetched when they open, in the page's language. */
export const { dialogs: texts } = await inLanguage<typeof import('../../texts/en/dialogs.ts')>(
  import.meta.glob('../../texts/*/dialogs.ts'),
)
