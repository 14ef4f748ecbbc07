import { inLanguage } from '../../texts/in-language.ts'

/** The texts of the pages of the organization in the page's language. */
export const { organization: texts } = await inLanguage<typeof import('../../texts/en/organization.ts')>(
  import.meta.glob('../../texts/*/organization.ts'),
)
