import { inLanguage } from '../../texts/in-language.ts'

/** The texts of the dialog that cuts a picture, in the page's language. */
export const { picture: texts } = await inLanguage<typeof import('../../texts/en/picture.ts')>(
  import.meta.glob('../../texts/*/picture.ts'),
)
