import { inLanguage } from '../texts/in-language.ts'

/** The texts of the pages about people, groups and invitations in the page's language. */
export const { people: texts } = await inLanguage<typeof import('../texts/en/people.ts')>(
  import.meta.glob('../texts/*/people.ts'),
)
