import { inLanguage } from '../../texts/in-language.ts'

/** Texts by names on the wire, which may be of a newer server. */
interface ByName {
  readonly presetNotes: Readonly<Record<string, string>>
  readonly kinds: Readonly<Record<string, string>>
  readonly fields: Readonly<Record<string, readonly [name: string, text: string]>>
  readonly existingAccounts: Readonly<Record<string, string>>
  readonly newAccounts: Readonly<Record<string, string>>
  readonly roles: Readonly<Record<string, string>>
}

const { logInProviders } = await inLanguage<typeof import('../../texts/en/log-in-providers.ts')>(
  import.meta.glob('../../texts/*/log-in-providers.ts'),
)

/** The texts of the page about providers of log-ins in the page's language. */
export const providerTexts: Omit<typeof logInProviders, keyof ByName> & ByName = logInProviders
