import { inLanguage } from '../texts/in-language.ts'

/** Texts by names on the wire, which may be of a newer server. */
interface ByName {
  readonly realmSettings: Readonly<Record<string, string>>
  readonly channelSettings: Readonly<Record<string, string>>
}

const { people } = await inLanguage<typeof import('../texts/en/people.ts')>(
  import.meta.glob('../texts/*/people.ts'),
)

/** The texts of the pages about people, groups and invitations in the page's language. */
export const texts: Omit<typeof people, keyof ByName> & ByName = people
