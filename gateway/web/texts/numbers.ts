import { type Language, LOCALES } from '../../../core/platform/text/languages.ts'

/** The plural forms of a language that its texts need. `many` of French and Spanish is for millions. */
interface Forms {
  readonly en: { readonly one: string; readonly other: string }
  readonly de: { readonly one: string; readonly other: string }
  readonly fr: { readonly one: string; readonly many?: string; readonly other: string }
  readonly es: { readonly one: string; readonly many?: string; readonly other: string }
  readonly ar: {
    readonly zero?: string
    readonly one: string
    readonly two: string
    readonly few: string
    readonly many: string
    readonly other: string
  }
  readonly ja: { readonly other: string }
  readonly 'zh-hans': { readonly other: string }
}

/**
 * Chooses the plural form for a number by the rules of a language, and writes the number in place of each
 * `#`. Forms that are optional fall back to `other`.
 */
export function pluralsOf<L extends Language>(language: L): (n: number, forms: Forms[L]) => string {
  const rules = new Intl.PluralRules(LOCALES[language])
  const written = numbersOf(language)
  return (n, forms) => {
    const { [rules.select(n)]: form, other } = forms as Readonly<Record<string, string>>
    return (form ?? other!).replaceAll('#', written(n))
  }
}

/** Writes numbers as a language does. */
export function numbersOf(language: Language): (n: number) => string {
  const format = new Intl.NumberFormat(LOCALES[language])
  return (n) => format.format(n)
}

/** Joins names as a language does: A, B and C. */
export function listsOf(language: Language): (names: readonly string[]) => string {
  const format = new Intl.ListFormat(LOCALES[language], { type: 'conjunction' })
  return (names) => format.format(names)
}
