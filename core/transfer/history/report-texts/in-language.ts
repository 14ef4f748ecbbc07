import { errorIn } from '../../../platform/text/errors/in-language.ts'
import type { Language } from '../../../platform/text/languages.ts'
import { fill, translator } from '../../../platform/text/translate.ts'
import type { ReportData } from '../../imports/from/reading/report.ts'
import { ARABIC_FAILURES, ARABIC_REPORT } from './ar.ts'
import { GERMAN_FAILURES, GERMAN_REPORT } from './de.ts'
import { SPANISH_FAILURES, SPANISH_REPORT } from './es.ts'
import { FRENCH_FAILURES, FRENCH_REPORT } from './fr.ts'
import { JAPANESE_FAILURES, JAPANESE_REPORT } from './ja.ts'
import type { FailureText, ReportText } from './report-texts.ts'
import { CHINESE_FAILURES, CHINESE_REPORT } from './zh-hans.ts'

/** The texts of reports by languages. */
export const REPORT_TEXTS: Readonly<Record<Exclude<Language, 'en'>, Readonly<Record<ReportText, string>>>> = {
  de: GERMAN_REPORT,
  es: SPANISH_REPORT,
  fr: FRENCH_REPORT,
  ar: ARABIC_REPORT,
  ja: JAPANESE_REPORT,
  'zh-hans': CHINESE_REPORT,
}

/** A report as a person reads it. */
export interface ReadableReport {
  readonly product: string
  readonly counts: readonly (ReportData['counts'][number] & { readonly name: string })[]
  readonly notes: readonly Pick<ReportData['notes'][number], 'action' | 'text' | 'count' | 'example'>[]
}

/**
 * Writes a report in a language. What no catalogue has, such as names of tables and reports of former
 * versions, stays as it is.
 */
export function reportIn(language: Language, { product, counts, notes }: ReportData): ReadableReport {
  const translated = (text: string): string | undefined =>
    language === 'en' || !Object.hasOwn(REPORT_TEXTS[language], text)
      ? undefined
      : REPORT_TEXTS[language][text as ReportText]
  return {
    product,
    counts: counts.map((count) => ({ ...count, name: translated(count.what) ?? capitalized(count.what) })),
    notes: notes.map(({ action, text: english, template = english, values = {}, count, example }) => {
      const { kind, reason } = values
      const filled = {
        ...values,
        ...(kind !== undefined && { kind: translated(String(kind)) ?? kind }),
        ...(reason !== undefined && {
          reason: translated(String(reason)) ?? errorIn(language, String(reason)),
        }),
      }
      const text = translated(template)
      return {
        ...{ action, count, text: text === undefined ? english : fill(text, filled) },
        ...(example !== undefined && { example }),
      }
    }),
  }
}

const capitalized = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1)

/** The sentences about failures by languages. */
export const FAILURES: Readonly<Record<Exclude<Language, 'en'>, Readonly<Record<FailureText, string>>>> = {
  de: GERMAN_FAILURES,
  es: SPANISH_FAILURES,
  fr: FRENCH_FAILURES,
  ar: ARABIC_FAILURES,
  ja: JAPANESE_FAILURES,
  'zh-hans': CHINESE_FAILURES,
}

const TRANSLATORS = Object.fromEntries(
  Object.entries(FAILURES).map(([language, catalogue]) => [language, translator(catalogue)]),
) as Readonly<Record<keyof typeof FAILURES, (text: string) => string>>

/** Why an import failed, in a language. Errors of the interface are translated as everywhere. */
export function failureIn(language: Language, failure: string): string {
  if (language === 'en') return failure
  const translated = TRANSLATORS[language](failure)
  return translated === failure ? errorIn(language, failure) : translated
}
