import { type Localized, tagsOf } from './localized.ts'

/** The plural forms of languages (CLDR). */
export const PLURAL_FORMS = ['zero', 'one', 'two', 'few', 'many', 'other'] as const

/** A form of a language's plural rules. */
export type PluralForm = (typeof PLURAL_FORMS)[number]

/**
 * A number in a mail. A template says `{{hours}}` for the number, and shows a section such as
 * `{{#hours.few}}…{{/hours.few}}` when the number has this form in the template's language.
 */
export class MailCount implements Localized {
  readonly #count: number

  constructor(count: number) {
    this.#count = count
  }

  in(language: string): string | number {
    return this.#count === 0 ? 0 : new Intl.NumberFormat(tagsOf(language)).format(this.#count)
  }

  /** Whether the plural rules of the language give the number this form. */
  has(form: PluralForm, language: string): boolean {
    return new Intl.PluralRules(tagsOf(language)).select(this.#count) === form
  }
}
